export default {
  balances: {
    money: {
      name: 'Balance',
      adjust: 'Adjust the balance',
      rule: 'Enter an amount above 0 with at most 2 decimals',
    },
    score: { name: 'Points', adjust: 'Adjust points', rule: 'Enter a whole number above 0' },
    member: 'Member',
    memberRule: 'Choose a member',
    amount: 'Amount',
    add: 'Add',
    take: 'Deduct',
    tooMuch: 'The member does not have that much',
    memo: 'Reason',
    memoRule: 'Enter a reason',
    request: {
      beyond: 'A second person can approve it; until then nothing changes.',
      ask: 'Request approval',
      approve: 'Approve',
      refuse: 'Refuse',
      note: 'Note',
      noteRule: 'Enter a reason',
    },
    shop: {
      orders: 'Orders',
      paid: 'Paid',
      refunded: 'Refunded',
      last: 'Last order',
      showOrders: 'Show orders',
    },
  },
}
