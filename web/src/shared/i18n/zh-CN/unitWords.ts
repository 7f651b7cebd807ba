/** 表格里对各种单位的写法，以逗号分隔；粘贴的行可以用任一语言的任一写法。 */
export default {
  unitWords: {
    carton: '箱, 纸箱',
    smallBox: '盒',
    pack: '包',
    bag: '袋',
    piece: '件, 个, 只',
    bottle: '瓶',
    roll: '卷',
    pallet: '托, 托盘',
    kilogram: '千克, 公斤',
    gram: '克',
    ton: '吨',
    litre: '升',
    metre: '米',
  },
}
