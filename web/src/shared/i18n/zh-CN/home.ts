export default {
  home: {
    title: '心里有数的库存',
    text: 'Entrepot 把仓库、订单和网上商城放进同一个后台。货物的每一次移动先记入台账，屏幕上的数字就是货架上的数字。',
    trial: '申请试用',
    more: '了解贸易平台',
    art: '后台示意图：库存数量、订单以及一条到货消息',
    artTitle: '库存',
    artLive: '实时',
    artToast: '入库单已入库',
    artChart: '本月出入库',
    facts: {
      ledger: {
        value: '100%',
        text: '的库存变动都在台账上，记着人和时间',
      },
      oversold: {
        value: '0',
        text: '件超卖，无论多少人同时操作',
      },
      binary: {
        value: '1',
        text: '个程序即可安装，一台不够再组集群',
      },
      languages: {
        value: '2',
        text: '种语言，中文与英文随时切换',
      },
    },
    featuresTitle: '一个工作日需要的，都在这里',
    featuresText: '从货车进门，到包裹送达。',
    features: {
      ledger: {
        title: '一切以台账为底',
        text: '每次移动的数量、成本、批次和位置都有记录。更正也是一笔记录，不会丢失，随时说得清。',
      },
      orders: {
        title: '订单走得明白',
        text: '入库、出库、调拨，从制单到审核再到过账，每一步都有人、有权限、有时间。',
      },
      live: {
        title: '大家看到的一样',
        text: '同事提交订单，您正在看的列表和库存随即更新，不用刷新，不用互相打听。',
      },
      shop: {
        title: '商城与仓库同一份库存',
        text: '仓库有什么，商城就卖什么。优惠券、运费、退款和评价都跟着同一张订单。',
      },
      rights: {
        title: '权限细到按钮',
        text: '由分组决定谁能看哪个仓库、哪个页面、哪个操作。不该看的数据根本不会发出去。',
      },
      handheld: {
        title: '手机就是手持终端',
        text: '用手机或扫码枪收货、拣货、移库、盘点，没有信号也能继续。扫到的内容只提交一次，绝不重复记账。',
      },
    },
    stepsTitle: '货进，货出',
    stepsText: '四个步骤，电脑和手机上都一样。',
    steps: {
      receive: {
        title: '收货',
        text: '采购、生产或退货：点数，记批次和日期，选好货架。',
      },
      review: {
        title: '审核',
        text: '由第二个人核对数量和价格，之后货物才能移动。',
      },
      stock: {
        title: '过账',
        text: '按一下写入台账，商城、列表和预警同时更新。',
      },
      ship: {
        title: '发货',
        text: '预留、拣货、交给承运商，客户看到运单号。',
      },
    },
    industriesTitle: '扎根三个行业',
    industriesText: '同一个产品，按您货物的特点来配置。',
    industries: {
      electronics: '批次、生产周期、料盘与最小包装。',
      textile: '颜色、缸号、布卷与带小数的长度。',
      automotive: '门市与网店共用库存，退货有检验。',
    },
  },
}
