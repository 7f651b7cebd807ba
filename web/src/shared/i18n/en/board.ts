export default {
  board: {
    canned: 'Insert a template reply',
    industry: {
      electronics: 'Electronics',
      textile: 'Textile',
      automotive: 'Automotive',
      other: 'Other industry',
    },
  },
}
