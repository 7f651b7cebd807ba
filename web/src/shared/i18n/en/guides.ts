// `[...]` is what is written on the page; it is taken from the page's own words, so that both always agree.
export default {
  guides: {
    title: 'Guides',
    about:
      'Each kind of work on one page. A question mark beside a title leads to the step that speaks of it.',
    all: 'All guides',
    larger: 'Larger picture: {{title}}',
    open: 'Open: {{title}}',
    clerk: {
      title: 'Work in the hall',
      for: 'For clerks who receive, put away, pick and count with a phone or a hand scanner.',
      tasks: {
        title: 'Choose the work',
        text: 'Open [$t(clerk.title)] on the phone. Each button is one kind of work, as far as you have the right to it.',
      },
      receive: {
        title: 'Receive a delivery',
        text: 'Press [$t(clerk.tasks.receive)], scan the number on the paper or choose the order, then scan each piece. Batch and date belong to the line.',
      },
      putAway: {
        title: 'Put away',
        text: 'Press [$t(clerk.tasks.putAway)] and scan a product. The phone proposes a place and says why; scan the place where you put it.',
      },
      pick: {
        title: 'Pick an order',
        text: 'Press [$t(clerk.tasks.pick)] and choose the order: each line names place and batch, what expires first comes first. Otherwise: [$t(clerk.elsewhere)].',
      },
      count: {
        title: 'Count',
        text: 'Press [$t(clerk.tasks.count)], choose the sheet and type what lies there. What is not on the sheet is scanned as well. At the end: [$t(clerk.submitSheet)].',
      },
      signal: {
        title: 'Without a signal',
        text: 'Work on. What you do waits on the phone and is sent once, when the signal is back; [$t(clerk.queue.send)] tries at once.',
      },
    },
    manager: {
      title: 'Run a warehouse',
      for: 'For those who order, review and answer for the stock.',
      buy: {
        title: 'Order goods',
        text: 'Press [$t(orders.inbound.new)], choose warehouse and supplier, enter the lines or [$t(orderForm.pasted.title)] from a spreadsheet; then [$t(orders.saveNew)].',
      },
      receive: {
        title: 'Take them in',
        text: '[$t(orders.audit)] the order. [$t(orders.inbound.stock)] takes in all that is open, [$t(orders.inbound.partial)] what has come so far, with batch and place.',
      },
      sell: {
        title: 'Send goods out',
        text: 'The review of an outbound order reserves what expires first. [$t(orderSteps.picks)] says where it lies, [$t(orders.print)] makes the papers, [$t(orders.outbound.stock)] sends it.',
      },
      transfer: {
        title: 'Move between warehouses',
        text: '[$t(transferOrders.new)]: [$t(transferOrders.steps.ship)] puts goods in transit, [$t(transferOrders.steps.receive)] counts them in, good or damaged. For what never comes: [$t(transferOrders.steps.lost)].',
      },
      stock: {
        title: 'See what is there',
        text: 'On hand, reserved and available, by place and batch. [$t(inventory.belowOnly)] shows what to order, [$t(inventory.records)] every move.',
      },
      count: {
        title: 'Count the stock',
        text: '[$t(counts.new)] for areas, categories or products. Somebody who has not counted checks the differences: [$t(counts.steps.post)], or [$t(counts.steps.recount)].',
      },
      recall: {
        title: 'Recall a batch',
        text: 'Choose a product and its batch: where it came from, where it went, where it lies. [$t(trace.recall)] holds it everywhere and tells the people of its orders.',
      },
      import: {
        title: 'Bring a list in',
        text: '[$t(resource.more.import)] under [$t(common.more)]: choose the file and match its columns. [$t(dataExchange.tryOut)] shows what would change; [$t(dataExchange.takeBack)] undoes an import.',
      },
    },
    owner: {
      title: 'Run the shop',
      for: 'For those who sell on the site.',
      goods: {
        title: 'Put goods on sale',
        text: 'Press [$t(common.add)]. Each SKU sells a product of the warehouse, so that the shop offers what is there; colours and sizes come from [$t(shopAdmin.spec.generate)].',
      },
      freight: {
        title: 'Set the freight',
        text: 'A freight template says what sending costs in each area, by weight, volume or pieces, and from which amount it is free.',
      },
      coupon: {
        title: 'Give a coupon',
        text: 'An amount, a share or free freight, for all goods or for some. Members take it themselves, or you press [$t(shopDesk.give.button)] and choose who gets it.',
      },
      ship: {
        title: 'Send an order',
        text: 'A paid order reserves its goods and becomes an outbound order by itself. [$t(shopOffice.actions.delivery)] asks for carrier and number; the goods leave at once.',
      },
      refund: {
        title: 'Decide a refund',
        text: 'Open it: the sum is explained to the cent. Agree or refuse. Goods that come back are counted first, then the money goes the way it came.',
      },
      open: {
        title: 'Make the site yours',
        text: 'Business, time limits, freight, points and balance of the shop. Name, currency and what stands at the first address are in [$t(settings.title)].',
      },
    },
    member: {
      title: 'Buy in the shop',
      for: 'For members, from the first look to a refund.',
      find: {
        title: 'Find',
        text: 'Type a word or a number into [$t(shop.search.label)], or open a category. [$t(shop.filter.inStock)] hides what is sold out.',
      },
      choose: {
        title: 'Choose',
        text: 'Choose colour and size: price and stock are those of your choice. [$t(shop.goods.toArea)] says what sending costs. Then [$t(shop.goods.add)].',
      },
      cart: {
        title: 'Look at the cart',
        text: 'It shows the prices and the stock of now, and what has become dearer. Tick what you want and press [$t(shop.cart.checkout)].',
      },
      checkout: {
        title: 'Place the order',
        text: 'Address, coupon and points; the best coupon is chosen already and the freight is explained. [$t(shopOrder.place)] keeps the goods for you.',
      },
      pay: {
        title: 'Pay',
        text: '[$t(shopOrder.pay.now)] takes it from your balance, within the time that is shown. [$t(shopOrder.recharge)] if it is too little.',
      },
      after: {
        title: 'Afterwards',
        text: 'Your order says where the parcel is. [$t(shopOrder.act.receive)] when it has come, [$t(shopOrder.act.evaluate)], or ask for a [$t(shopOrder.act.refund)].',
      },
    },
    operator: {
      title: 'Run the system',
      for: 'For those who set it up and keep it safe.',
      company: {
        title: 'Set the company up',
        text: '[$t(dashboard.first.title)] on the dashboard lead through a new site. Name, address, currency and time zone are under [$t(settings.tabs.company)].',
      },
      people: {
        title: 'Let people in',
        text: 'First a group with its rights and warehouses, then the administrators in it. [$t(own.auth/why)] explains what somebody may do, and which group is the reason.',
      },
      backup: {
        title: 'Keep backups',
        text: 'One is made every night and the newest is tested every week. [$t(security.backup.make)] makes one now; copy it to another place.',
      },
      tasks: {
        title: 'Let it work at night',
        text: 'Scheduled tasks clear, check and export by themselves. [$t(crontab.log)] says how each run ended, [$t(crontab.run)] runs one at once.',
      },
      deleted: {
        title: 'Bring things back',
        text: 'What was deleted lies in the recycle bin for 90 days: choose the row and press [$t(security.restore.do)].',
      },
      log: {
        title: 'See who did what',
        text: 'Every change has a sentence, a time and a name; the row itself has its own history. The lines are sealed: one that was changed or taken out is noticed.',
      },
    },
  },
}
