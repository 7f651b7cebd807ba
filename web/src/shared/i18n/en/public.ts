export default {
  landing: {
    title: 'Stock you can be sure of',
    text: 'From purchase to delivery, every move is written to a ledger and stock is right at every moment.',
    enter: 'Open the back office',
    ledger: 'Ledger',
    ledgerText: 'Quantity, cost and person, move by move; traceable at any time.',
    flow: 'Orders',
    flowText: 'Draft, review, stock in and out: each step has its person and its state.',
    live: 'Live',
    liveText: 'What a colleague does appears on your screen at once.',
  },
}
