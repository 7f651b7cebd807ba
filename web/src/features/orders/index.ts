export { placeText, shareOut, type FreePlace, type Pick, type PickListData } from './beside'
export { find, findOrder, findPicks, type OrderUrl } from './commands'
export { KINDS, MOVING_KINDS, TRANSFER, pageOf, partnerName, type Kind } from './kinds'
export { OrderLink } from './OrderLink'
export { addsUp, orderNumber, type Order, type OrderLine, type OrderRow } from './model'
export { HELD_PURPOSES } from './transfer/goods'
export { roomOf as transferRoom, numberOf as transferNumber } from './transfer/model'
export {
  batchUse,
  expiryOf,
  NONE as NO_BATCHES,
  receiptFaults,
  REQUIRED as NEEDS_BATCH,
  type Receipt,
} from './receipt'
export { askSpots } from './putAway'
export { ShipShopOrder } from './shopParcel'
export { undated } from './undated'
