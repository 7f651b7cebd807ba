export default {
  platform: {
    title: 'A trade platform on top of real stock',
    text: 'Show goods, agree prices, take orders and ship them. The platform sells from the same ledger that the warehouse writes, so a confirmed order is a promise you can keep.',
    toShop: 'Go to the shop',
    art: 'Drawing of a shop page next to shelves that share one stock number',
    artPrice: 'In stock',
    featuresTitle: 'Everything a sale needs',
    featuresText: 'Parts that know each other, instead of programs that have to be connected.',
    features: {
      catalogue: {
        title: 'Catalogue',
        text: 'Goods with specifications, pictures and categories; each variant is one article in the warehouse.',
      },
      prices: {
        title: 'Prices and coupons',
        text: 'List price, member price and coupons with conditions and dates. Amounts are exact to the cent.',
      },
      freight: {
        title: 'Freight',
        text: 'By piece, weight or volume, with regions of their own. The buyer sees it before paying.',
      },
      members: {
        title: 'Members',
        text: 'Balance, points and addresses. Every change of a balance is an entry with a reason.',
      },
      refunds: {
        title: 'Refunds',
        text: 'Asked for, checked, goods received, money returned: each with a state both sides can see.',
      },
      messages: {
        title: 'Messages',
        text: 'New orders and refunds reach the right people within a blink, with a sound if they like.',
      },
    },
    stepsTitle: 'From basket to doorstep',
    stepsText: 'What happens between the click and the parcel.',
    steps: {
      basket: {
        title: 'Basket',
        text: 'Stock is reserved when the order is placed.',
      },
      pay: {
        title: 'Payment',
        text: 'Unpaid orders give their stock back by themselves.',
      },
      pick: {
        title: 'Picking',
        text: 'The outbound order is ready for the warehouse.',
      },
      deliver: {
        title: 'Delivery',
        text: 'Carrier and number go to the customer.',
      },
    },
  },
}
