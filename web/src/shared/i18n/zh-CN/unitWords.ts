/** 对各种单位的写法，以逗号分隔；粘贴的行和商品的计量单位按任一语言的任一写法识别。 */
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
    gram: '克, 公克',
    jin: '斤, 市斤',
    ton: '吨, 公吨',
    litre: '升, 公升',
    millilitre: '毫升',
    metre: '米, 公尺',
    centimetre: '厘米, 公分',
    millimetre: '毫米',
    squareMetre: '平方米, 平米, 平方, ㎡',
    cubicMetre: '立方米, 立方, ㎥',
  },
}
