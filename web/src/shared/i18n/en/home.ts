export default {
  home: {
    title: 'Stock you can be sure of',
    text: 'Entrepot keeps warehouses, orders and an online shop in one back office. Every move of goods is written to a ledger first, so the number on the screen is the number on the shelf.',
    trial: 'Apply for a trial',
    more: 'See the trade platform',
    art: 'Drawing of the back office: stock levels, orders and a message that goods have arrived',
    artTitle: 'Inventory',
    artLive: 'Live',
    artToast: 'Inbound order stocked in',
    artChart: 'In and out, this month',
    facts: {
      ledger: {
        value: '100%',
        text: 'of stock moves are on the ledger, with person and time',
      },
      oversold: {
        value: '0',
        text: 'units sold that are not there, with any number of clerks at work',
      },
      binary: {
        value: '1',
        text: 'program to install; a cluster when one machine is not enough',
      },
      languages: {
        value: '2',
        text: 'languages, Chinese and English, switched at any moment',
      },
    },
    featuresTitle: 'What a working day needs',
    featuresText: 'From the lorry at the gate to the parcel at the door.',
    features: {
      ledger: {
        title: 'A ledger under everything',
        text: 'Quantity, cost, batch and place of every move. Corrections are moves too, so nothing is lost and everything can be explained.',
      },
      orders: {
        title: 'Orders with a clear path',
        text: 'Inbound, outbound and transfer orders go from draft to review to stock. Each step has its person, its right and its moment.',
      },
      live: {
        title: 'Everybody sees the same',
        text: 'When a colleague posts an order, your list and your stock change while you look at them. No reloading, no asking around.',
      },
      shop: {
        title: 'A shop on the same stock',
        text: 'What the warehouse has is what the shop sells. Coupons, freight, refunds and reviews belong to the same orders.',
      },
      rights: {
        title: 'Rights down to the button',
        text: 'Groups decide who sees which warehouse, page and action. What somebody may not see is never sent to their screen.',
      },
      handheld: {
        title: 'On the phone in the aisle',
        text: 'Receive, pick, move and count with a phone or a scanner, also where there is no signal. What was scanned is sent once, and nothing is booked twice.',
      },
    },
    stepsTitle: 'Goods in, goods out',
    stepsText: 'Four steps, the same on the desk and on the phone.',
    steps: {
      receive: {
        title: 'Receive',
        text: 'Purchase, production or return: count, note batch and date, choose the shelf.',
      },
      review: {
        title: 'Review',
        text: 'A second person checks quantity and price. Only then can goods move.',
      },
      stock: {
        title: 'Stock',
        text: 'One press writes the ledger. Shop, lists and warnings follow at once.',
      },
      ship: {
        title: 'Ship',
        text: 'Reserve, pick, hand to the carrier, and the customer sees the number.',
      },
    },
    industriesTitle: 'At home in three industries',
    industriesText: 'The same product, set up for what your goods are like.',
    industries: {
      electronics: 'Batches, date codes, reels and minimum quantities.',
      textile: 'Shades, dye lots, rolls and lengths with decimals.',
      automotive: 'Counter and web shop on one stock, with returns.',
    },
  },
}
