export default {
  board: {
    canned: '插入常用回复',
    industry: { electronics: '电子行业', textile: '纺织行业', automotive: '汽车行业', other: '其他行业' },
  },
}
