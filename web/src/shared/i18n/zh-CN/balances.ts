export default {
  balances: {
    money: { name: '余额', adjust: '调整余额', rule: '请输入大于 0 且最多两位小数的金额' },
    score: { name: '积分', adjust: '调整积分', rule: '请输入大于 0 的整数' },
    member: '会员',
    memberRule: '请选择会员',
    amount: '数额',
    add: '增加',
    take: '扣减',
    tooMuch: '超出会员现有数额',
    memo: '原因',
    memoRule: '请填写原因',
    request: {
      beyond: '可提交他人审批，批准前不会变动。',
      ask: '提交审批',
      approve: '批准',
      refuse: '拒绝',
      note: '审批意见',
      noteRule: '请填写原因',
    },
    shop: {
      orders: '订单数',
      paid: '支付金额',
      refunded: '退款金额',
      last: '最近下单',
      showOrders: '查看订单',
    },
  },
}
