export default {
  landing: {
    title: '让库存始终清楚',
    text: '从采购入库到销售出库，每一笔变动都记入台账，库存实时准确。',
    enter: '进入管理后台',
    ledger: '台账',
    ledgerText: '数量、成本与经办人逐笔记录，随时可以追溯。',
    flow: '单据流程',
    flowText: '制单、审核、出入库各司其职，状态一目了然。',
    live: '实时协作',
    liveText: '同事的操作立即出现在你的屏幕上，无需刷新。',
  },
}
