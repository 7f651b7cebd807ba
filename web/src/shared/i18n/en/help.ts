export default {
  help: {
    title: 'Help centre',
    text: 'Short answers to the most frequent questions.',
    search: 'Search the answers',
    none: 'No answer matches these words. Write to us and we will help.',
    groups: {
      start: 'Getting started',
      stock: 'Stock and orders',
      members: 'Member accounts',
    },
    answers: {
      trial: {
        question: 'How do I get a trial?',
        answer:
          'Fill in the form on the trial page. We call you within one working day and set up a space with your own articles.',
      },
      install: {
        question: 'What do I need to run it?',
        answer:
          'One Linux machine with two cores and 2 GB of memory. Entrepot is one program with its database inside; nothing else has to be installed.',
      },
      import: {
        question: 'Can I bring my article list?',
        answer:
          'Yes. Every list imports from a spreadsheet. Columns are matched by name, errors are shown row by row, and nothing is written until you confirm.',
      },
      languages: {
        question: 'Which languages are there?',
        answer:
          'Chinese and English. Each person switches at the top right, and the choice stays on their device.',
      },
      states: {
        question: 'Which states does a warehouse order have?',
        answer:
          'Pending review, reviewed, posted (stocked in, stocked out or moved), and voided. Only a posted order has changed the stock.',
      },
      negative: {
        question: 'Can stock fall below zero?',
        answer:
          'Not unless the warehouse expressly allows it. An outbound order for more than is available is refused, and the message says which line and how much is missing.',
      },
      wrong: {
        question: 'I posted a wrong quantity. What now?',
        answer:
          'Void the order or post a correcting one. The ledger keeps both, so the history stays complete.',
      },
      register: {
        question: 'How do I become a member?',
        answer:
          'Choose “Register” on the sign-in page. You need a user name, a password and a code that we send to your e-mail address or mobile.',
      },
      password: {
        question: 'I forgot my password.',
        answer:
          'Choose “Forgotten password” on the sign-in page. With a code sent to your e-mail address or mobile you can set a new one.',
      },
      points: {
        question: 'Where do I see my balance and points?',
        answer:
          'In the member centre. Each entry shows the change, the amounts before and after, and the reason.',
      },
    },
  },
}
