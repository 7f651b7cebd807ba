export { BottomBar } from './BottomBar'
export { OrderTiles } from './order/OrderTiles'
