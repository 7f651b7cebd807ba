export default {
  balances: {
    money: {
      name: 'Balance',
      adjust: 'Change a balance',
      rule: 'An amount above 0 with at most 2 decimals',
    },
    score: { name: 'Points', adjust: 'Change points', rule: 'A whole number above 0' },
    member: 'Member',
    memberRule: 'Choose a member',
    amount: 'Amount',
    add: 'Add',
    take: 'Take',
    tooMuch: 'The member does not have that much',
    memo: 'Reason',
    memoRule: 'Say why',
    request: {
      beyond: 'A second person may approve it; until then nothing changes.',
      ask: 'Ask a second person',
      approve: 'Approve',
      refuse: 'Refuse',
      note: 'Note',
      noteRule: 'Say why',
    },
    shop: {
      orders: 'Orders',
      paid: 'Paid',
      refunded: 'Refunded',
      last: 'Last order',
      showOrders: 'Orders',
    },
  },
}
