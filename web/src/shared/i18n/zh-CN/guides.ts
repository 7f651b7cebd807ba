// `[...]` 是页面上的文字；取自页面自己的文案，两者总是一致。
export default {
  guides: {
    title: '使用指南',
    about: '每种工作一页。标题旁的问号通向讲解该页面的那一步。',
    all: '全部指南',
    larger: '查看大图：{{title}}',
    open: '打开：{{title}}',
    clerk: {
      title: '库内作业',
      for: '适用于用手机或扫码枪收货、上架、拣货和盘点的仓管员。',
      tasks: {
        title: '选择作业',
        text: '在手机上打开[$t(clerk.title)]。每个按钮是一种作业，只显示您有权限的。',
      },
      receive: {
        title: '收货',
        text: '点击[$t(clerk.tasks.receive)]，扫描单据上的单号或选择单据，再逐件扫码。批次和日期填在该行上。',
      },
      putAway: {
        title: '上架',
        text: '点击[$t(clerk.tasks.putAway)]并扫描商品。手机会推荐货位并说明原因；放好后扫描该货位。',
      },
      pick: {
        title: '拣货',
        text: '点击[$t(clerk.tasks.pick)]并选择单据：每行写明货位和批次，先到期的在前。需要换货位时点击[$t(clerk.elsewhere)]。',
      },
      count: {
        title: '盘点',
        text: '点击[$t(clerk.tasks.count)]，选择盘点单，输入实际数量。单上没有的商品同样可以扫码录入。最后点击[$t(clerk.submitSheet)]。',
      },
      signal: {
        title: '没有信号时',
        text: '照常作业。操作保存在手机里，信号恢复后只发送一次；点击[$t(clerk.queue.send)]可立即重试。',
      },
    },
    manager: {
      title: '仓库管理',
      for: '适用于下单、审核并对库存负责的人。',
      buy: {
        title: '采购',
        text: '点击[$t(orders.inbound.new)]，选择仓库和供应商，录入明细，或从表格[$t(orderForm.pasted.title)]；然后[$t(orders.saveNew)]。',
      },
      receive: {
        title: '入库',
        text: '先[$t(orders.audit)]单据。[$t(orders.inbound.stock)]一次收下全部未收的货，[$t(orders.inbound.partial)]只收已到的，并填写批次和货位。',
      },
      sell: {
        title: '出库',
        text: '审核出库单时会预留最先到期的货。[$t(orderSteps.picks)]写明货在哪里，[$t(orders.print)]打印单据，[$t(orders.outbound.stock)]完成发出。',
      },
      transfer: {
        title: '仓库之间调拨',
        text: '点击[$t(transferOrders.new)]：[$t(transferOrders.steps.ship)]后货在途中，[$t(transferOrders.steps.receive)]时区分完好与损坏。收不到的货：[$t(transferOrders.steps.lost)]。',
      },
      stock: {
        title: '查看库存',
        text: '按货位和批次查看在库、预留和可用数量。[$t(inventory.belowOnly)]列出需要补货的商品，[$t(inventory.records)]列出每一次变动。',
      },
      count: {
        title: '盘点库存',
        text: '点击[$t(counts.new)]，按库区、分类或商品盘点。由没有参与盘点的人核对差异：[$t(counts.steps.post)]或[$t(counts.steps.recount)]。',
      },
      recall: {
        title: '召回批次',
        text: '选择商品和批次，即可看到它从哪里来、到哪里去、现在在哪里。[$t(trace.recall)]会在所有仓库冻结它，并通知相关单据的人员。',
      },
      import: {
        title: '导入表格',
        text: '在[$t(common.more)]中点击[$t(resource.more.import)]，选择文件并对应各列。[$t(dataExchange.tryOut)]显示将要发生的变化；[$t(dataExchange.takeBack)]可撤回导入。',
      },
    },
    owner: {
      title: '经营商城',
      for: '适用于在网站上销售的人。',
      goods: {
        title: '上架商品',
        text: '点击[$t(common.add)]。每个 SKU 对应仓库的一个商品，商城里卖的就是库里有的；颜色和尺码由[$t(shopAdmin.spec.generate)]得出。',
      },
      freight: {
        title: '设置运费',
        text: '运费模板按重量、体积或件数规定各地区的运费，以及满多少金额包邮。',
      },
      coupon: {
        title: '发放优惠券',
        text: '减免金额、折扣或免运费，适用于全部或部分商品。会员自己领取，或点击[$t(shopDesk.give.button)]选择会员发放。',
      },
      ship: {
        title: '发货',
        text: '订单付款后自动预留货物并生成出库单。点击[$t(shopOffice.actions.delivery)]，填写物流公司和单号，货物随即出库。',
      },
      refund: {
        title: '处理退款',
        text: '打开退款单，金额的由来精确到分。同意或拒绝；退回的货先清点，再原路退款。',
      },
      open: {
        title: '设置自己的商城',
        text: '商城的营业、时限、运费、积分和余额在这里设置。名称、货币和首页在[$t(settings.title)]中设置。',
      },
    },
    member: {
      title: '在商城购物',
      for: '适用于会员，从浏览到退款。',
      find: {
        title: '查找',
        text: '在[$t(shop.search.label)]中输入文字或编号，或打开一个分类。[$t(shop.filter.inStock)]可隐藏售罄的商品。',
      },
      choose: {
        title: '选择',
        text: '选择颜色和尺码：价格和库存随之变化。[$t(shop.goods.toArea)]告诉您运费。然后点击[$t(shop.goods.add)]。',
      },
      cart: {
        title: '查看购物车',
        text: '这里显示当前的价格和库存，涨价的商品会注明。勾选要买的，点击[$t(shop.cart.checkout)]。',
      },
      checkout: {
        title: '提交订单',
        text: '选择地址、优惠券和积分；最优惠的券已经选好，运费有说明。[$t(shopOrder.place)]后货物为您保留。',
      },
      pay: {
        title: '付款',
        text: '在显示的时限内点击[$t(shopOrder.pay.now)]，从余额扣款。余额不足时先[$t(shopOrder.recharge)]。',
      },
      after: {
        title: '下单之后',
        text: '订单页显示包裹到了哪里。收到后点击[$t(shopOrder.act.receive)]，再[$t(shopOrder.act.evaluate)]，也可以申请[$t(shopOrder.act.refund)]。',
      },
    },
    operator: {
      title: '系统运维',
      for: '适用于搭建系统并保证其安全的人。',
      company: {
        title: '设置公司',
        text: '控制台上的[$t(dashboard.first.title)]带您完成新站点的设置。名称、地址、货币和时区在[$t(settings.tabs.company)]中。',
      },
      people: {
        title: '添加人员',
        text: '先建分组并设定权限和仓库，再添加组内的管理员。[$t(own.auth/why)]说明某人能做什么，以及由哪个分组决定。',
      },
      backup: {
        title: '备份',
        text: '每晚自动备份，每周测试最新的一份。点击[$t(security.backup.make)]立即备份；请把它复制到别处。',
      },
      tasks: {
        title: '定时任务',
        text: '定时任务自动清理、检查和导出。[$t(crontab.log)]显示每次运行的结果，[$t(crontab.run)]立即运行一次。',
      },
      deleted: {
        title: '恢复数据',
        text: '删除的内容在回收站保留 90 天：选择该行，点击[$t(security.restore.do)]。',
      },
      log: {
        title: '查看操作记录',
        text: '每次更改都有一句话、时间和姓名；数据行自己也有历史。日志加了封印：被改动或删去的行会被发现。',
      },
    },
  },
}
