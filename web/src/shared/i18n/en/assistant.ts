export default {
  assistant: {
    title: 'An assistant that looks things up for you',
    text: 'Ask in your own words. The assistant reads what you are allowed to read, says where its answer comes from, and leaves decisions to people.',
    status:
      'The assistant is in preparation and not part of the product yet. Tell us in your application what you would ask it.',
    art: 'Example of a conversation about stock',
    question: 'Which articles fall below their safety level this week?',
    answer:
      'Three articles in the main warehouse. The lowest is M8 flange bolts: 180 in stock, safety level 500.',
    source: 'From: inventory, below safety level',
    canTitle: 'What it does',
    cannotTitle: 'What it never does',
    can: {
      find: 'Finds stock, orders and moves, with a link to the page that shows them',
      explain: 'Explains why a number is what it is, from the entries of the ledger',
      draft: 'Prepares a draft of an order that a person then checks',
      words: 'Answers in Chinese or English, whichever you ask in',
    },
    cannot: {
      post: 'Post, review or void an order by itself',
      rights: 'Show what you may not see yourself',
      guess: 'Guess a quantity: what is not in the ledger, it does not say',
      train: 'Use your business data to teach a model for others',
    },
  },
}
