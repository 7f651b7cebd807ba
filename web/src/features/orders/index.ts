export { find } from './commands'
export { KINDS, pageOf, type Kind } from './kinds'
export { orderNumber, type Order, type OrderLine, type OrderRow } from './model'
