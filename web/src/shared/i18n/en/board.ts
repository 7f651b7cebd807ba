export default {
  board: {
    canned: 'Insert a canned reply',
    industry: {
      electronics: 'Electronics',
      textile: 'Textile',
      automotive: 'Automotive',
      other: 'Another industry',
    },
  },
}
