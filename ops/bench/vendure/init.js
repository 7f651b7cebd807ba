// 100 products with plenty of pieces each, one of them with as many as the flash sale has.
const fs = require('fs')
const { bootstrap } = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
const { config } = require('./conf')
const initial = {
  defaultLanguage: 'en',
  defaultZone: 'Asia',
  countries: [{ name: 'China', code: 'CN', zone: 'Asia' }],
  taxRates: [{ name: 'Standard', percentage: 0 }],
  shippingMethods: [{ name: 'Express', price: 1000 }],
  paymentMethods: [{ name: 'Pay', handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] } }],
  collections: [],
  roles: [],
}
const rows = ['name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets']
for (let i = 0; i < 100; i++) rows.push(`P${i},p${i},d,,,,,SKU${i},${10 + i},standard,1000000,true,,`)
fs.writeFileSync('p.csv', rows.join('\n') + '\n')
populate(() => bootstrap(config), initial, 'p.csv').then(
  async (app) => {
    await app.close()
    process.exit(0)
  },
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
