export default {
  help: {
    title: '帮助中心',
    text: '常见问题的简短回答。',
    search: '搜索答案',
    none: '没有包含这些词的答案，请写信给我们。',
    groups: {
      start: '快速入门',
      stock: '库存与订单',
      members: '会员账户',
    },
    answers: {
      trial: {
        question: '怎样申请试用？',
        answer: '填写试用页面上的表单。我们在一个工作日内致电，并用您自己的货品搭好环境。',
      },
      install: {
        question: '运行需要什么？',
        answer: '一台两核、2 GB 内存的 Linux 机器。Entrepot 是自带数据库的单个程序，不需要安装其他东西。',
      },
      import: {
        question: '能导入我的商品清单吗？',
        answer: '能。每个列表都可以从表格导入。列按名称对应，错误逐行提示，确认之前不会写入任何数据。',
      },
      languages: {
        question: '支持哪些语言？',
        answer: '中文和英文。每个人在右上角自行切换，选择保存在本机。',
      },
      states: {
        question: '仓库订单有哪些状态？',
        answer: '待审核、已审核、已过账（入库、出库或调拨）、已作废。只有过账的订单改变了库存。',
      },
      negative: {
        question: '库存会变成负数吗？',
        answer: '除非仓库明确允许，否则不会。要求超过可用数量的出库单会被拒绝，并说明哪一行、缺多少。',
      },
      wrong: {
        question: '数量录错了怎么办？',
        answer: '作废该订单，或另开一张更正单。台账两者都保留，历史始终完整。',
      },
      register: {
        question: '怎样成为会员？',
        answer: '在登录页选择注册。需要用户名、密码，以及发送到邮箱或手机的验证码。',
      },
      password: {
        question: '忘记密码了。',
        answer: '在登录页选择“找回密码”，用发送到邮箱或手机的验证码设置新密码。',
      },
      points: {
        question: '在哪里查看余额和积分？',
        answer: '在会员中心。每条记录都写明变动、变动前后的数额和原因。',
      },
    },
  },
}
