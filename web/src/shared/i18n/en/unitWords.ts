/** Words that people write for a unit, between commas. A pasted row may name a unit by any of them, in either language. */
export default {
  unitWords: {
    carton: 'box, boxes, carton, cartons, ctn, case, cases',
    smallBox: 'box, boxes',
    pack: 'pack, packs, pkt',
    bag: 'bag, bags',
    piece: 'piece, pieces, pc, pcs, ea',
    bottle: 'bottle, bottles',
    roll: 'roll, rolls',
    pallet: 'pallet, pallets',
    kilogram: 'kg, kilogram, kilograms',
    gram: 'g, gram, grams',
    ton: 't, ton, tons, tonne, tonnes',
    litre: 'l, litre, litres, liter, liters',
    metre: 'm, metre, metres, meter, meters',
  },
}
