// Vendure for the measurement: PostgreSQL behind the socket in PGHOST, guests may buy, a payment settles at once.
// Its packages are those of the directory in NODE_PATH.
const { dummyPaymentHandler, DefaultLogger, LogLevel } = require('@vendure/core')
const password = process.env.BENCH_PASSWORD
exports.config = {
  apiOptions: { port: Number(process.env.BENCH_PORT), hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: 'superadmin', password },
    cookieOptions: { secret: password },
    requireVerification: false,
  },
  dbConnectionOptions: { type: 'postgres', host: process.env.PGHOST, username: 'bench', database: 'v', synchronize: process.env.BENCH_MAKE === '1', logging: false, extra: { max: 20 } },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  customFields: {},
  plugins: [],
  logger: new DefaultLogger({ level: LogLevel.Warn }),
}
