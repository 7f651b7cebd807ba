export default {
  expo: {
    contactOf: '第 {{number}} 位联系人的{{part}}',
    dropContact: '删除第 {{number}} 位联系人',
    addContact: '添加联系人',
    contact: {
      name: '姓名',
      title: '职务',
      mobile: '手机',
      email: '邮箱',
      wechat: '微信',
    },
    become: {
      customer: '转为客户',
      supplier: '转为供应商',
      text: '将以 {{name}} 及其第一位联系人新增往来单位，阶段改为“已成交”。',
      known: '可能已有：{{known}}',
    },
  },
}
