#!/usr/bin/env node
// Writes node/data/countries.tsv: the codes of ISO 3166-1 that the tree of Chinese areas does not have, with their names in
// Chinese and English as Node.js has them of the Unicode CLDR (Unicode licence 3).
//
//   node ops/countries.mjs > node/data/countries.tsv
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
const names = (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
const [zh, en] = [names('zh-CN'), names('en')]
console.log(`# Made by ops/countries.mjs of the Unicode CLDR ${process.versions.cldr}: code, Chinese, English`)
for (const code of CODES.split(' ')) console.log([code, zh.of(code), en.of(code)].join('\t'))
