const { bootstrap } = require('@vendure/core')
const { config } = require('./conf')
bootstrap(config).then(() => console.log('up'))
