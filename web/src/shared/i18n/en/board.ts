export default {
  board: {
    industry: {
      electronics: 'Electronics',
      textile: 'Textile',
      automotive: 'Automotive',
      other: 'Another industry',
    },
  },
}
