export default {
  people: {
    verifyRemark: 'The number is encrypted. Every opening of a document is written to the administrator log.',
    paper: 'Open the document',
    logged: 'This reading has been logged. Number and photos are shown for one minute.',
    over: 'The minute is over. Close this and open the document again.',
    realName: 'Full name',
    number: 'Document number',
    noPictures: 'The photos have been deleted.',
    side: { front: 'Front', back: 'Back' },
    readers: 'Readers',
    confirmed: 'Confirmed',
  },
}
