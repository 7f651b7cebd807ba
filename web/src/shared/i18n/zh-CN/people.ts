export default {
  people: {
    verifyRemark: '证件号码已加密保存，每次查看都会记入管理员日志。',
    paper: '查看证件',
    logged: '本次查看已记录。号码与照片显示一分钟。',
    over: '一分钟已到，请关闭后重新查看。',
    realName: '姓名',
    number: '证件号码',
    noPictures: '照片已删除。',
    side: { front: '正面', back: '背面' },
    readers: '已读',
    confirmed: '已确认',
  },
}
