export default {
  platform: {
    title: '建立在真实库存上的贸易平台',
    text: '展示商品、约定价格、接单、发货。平台卖的就是仓库台账上的货，确认了的订单就是兑现得了的承诺。',
    toShop: '进入商城',
    art: '示意图：商城页面与货架共用一个库存数字',
    artPrice: '现货',
    featuresTitle: '一笔买卖需要的全部',
    featuresText: '本来就是一体，而不是几个要对接的系统。',
    features: {
      catalogue: {
        title: '商品目录',
        text: '商品带规格、图片和分类，每个规格对应仓库里的一个货品。',
      },
      prices: {
        title: '价格与优惠券',
        text: '标价、会员价、带条件和期限的优惠券，金额精确到分。',
      },
      freight: {
        title: '运费',
        text: '按件、按重量或按体积，可分地区设置，付款前就能看到。',
      },
      members: {
        title: '会员',
        text: '余额、积分和收货地址。余额的每次变动都有一条写明原因的记录。',
      },
      refunds: {
        title: '退款',
        text: '申请、审核、收到退货、退还款项，每个状态双方都看得见。',
      },
      messages: {
        title: '消息',
        text: '新订单和退款瞬间送到该看到的人面前，需要时还有提示音。',
      },
    },
    stepsTitle: '从购物车到家门口',
    stepsText: '点击下单与收到包裹之间发生的事。',
    steps: {
      basket: {
        title: '下单',
        text: '提交订单时即预留库存。',
      },
      pay: {
        title: '付款',
        text: '超时未付的订单自动释放库存。',
      },
      pick: {
        title: '拣货',
        text: '出库单已为仓库备好。',
      },
      deliver: {
        title: '配送',
        text: '承运商和单号发给客户。',
      },
    },
  },
}
