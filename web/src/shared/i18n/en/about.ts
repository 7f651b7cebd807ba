export default {
  about: {
    title: 'We build for people who keep goods',
    text: 'An entrepot is a place where goods rest between two journeys. Our work is to know, at every moment, what is there, whose it is and where it goes next.',
    principlesTitle: 'Five promises',
    principlesText: 'They decide how the product is built, and what we say no to.',
    principles: {
      ledger: {
        title: 'The ledger is the lock',
        text: 'No acknowledged move is lost, doubled or out of order, even if the power fails.',
      },
      live: {
        title: 'You see it happen',
        text: 'What concerns you is on your screen within a blink.',
      },
      declared: {
        title: 'Declared once',
        text: 'A table is described in one place; screens, rights and documents follow.',
      },
      grow: {
        title: 'One program, or a cluster',
        text: 'Start on a small machine and grow by configuration alone.',
      },
      closed: {
        title: 'Closed by default',
        text: 'A page that names no right does not open. What you may not see is not sent.',
      },
    },
    contactTitle: 'Talk to us',
    contactText: 'Questions about the product, a trial, or working together.',
    phone: 'Phone',
    email: 'E-mail',
    address: 'Address',
    hours: 'Hours',
  },
}
