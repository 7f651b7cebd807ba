export default {
  people: {
    verifyRemark: 'The number is sealed. Whoever opens a paper is noted in the log of administrators.',
    paper: 'Open the paper',
    logged: 'This reading has been logged. Number and pictures are shown for a minute.',
    over: 'The minute is over. Close this and open the paper again.',
    realName: 'Real name',
    number: 'Number',
    noPictures: 'The pictures have been removed.',
    side: { front: 'Front', back: 'Back' },
    readers: 'Readers',
    confirmed: 'Confirmed',
  },
}
