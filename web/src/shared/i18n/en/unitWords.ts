/** Words that people write for a unit, between commas. Pasted rows and units of products are known by them, in either language. */
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
    kilogram: 'kg, kgs, kilo, kilos, kilogram, kilograms',
    gram: 'g, gram, grams',
    jin: 'jin',
    ton: 't, ton, tons, tonne, tonnes',
    litre: 'l, litre, litres, liter, liters',
    millilitre: 'ml, millilitre, millilitres, milliliter, milliliters',
    metre: 'm, metre, metres, meter, meters',
    centimetre: 'cm, centimetre, centimetres, centimeter, centimeters',
    millimetre: 'mm, millimetre, millimetres, millimeter, millimeters',
    squareMetre: 'm², m2, sqm, sq m, square metre, square metres, square meter, square meters',
    cubicMetre: 'm³, m3, cbm, cubic metre, cubic metres, cubic meter, cubic meters',
  },
}
