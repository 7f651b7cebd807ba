export default {
  cases: {
    title: 'How Entrepot is used',
    text: 'Three typical setups, told without names: what the work was like, what was set up, and what is different now.',
    all: 'All',
    typical: 'Three typical setups',
    before: 'Before',
    after: 'With Entrepot',
    read: 'More for this industry',
    electronics: {
      title: 'A component distributor with three warehouses',
      before:
        'Stock lived in three spreadsheets. The same reel was promised to two customers about once a week.',
      after:
        'Every reel is a batch on one ledger. Sales sees what is free, not only what is there, and a transfer between sites is in transit until it arrives.',
      point: 'Reserved and free quantity per batch and shelf',
    },
    textile: {
      title: 'A weaving mill that sells by colour and metre',
      before:
        'Forty shades of one cloth, each with rolls of different length, and a yearly count that took two days.',
      after:
        'Specifications hold shade and width; quantities have decimals; shelves are counted one by one during quiet hours.',
      point: 'Quantities to four decimals, count by shelf',
    },
    automotive: {
      title: 'A parts wholesaler with a counter and a web shop',
      before: 'The counter sold what the web shop had just sold. Refunds were kept in a paper folder.',
      after:
        'Both sell from one stock with a safety level. A returned part comes back as an inbound return and is checked before it is for sale again.',
      point: 'One stock for counter and shop, safety levels with warning',
    },
  },
}
