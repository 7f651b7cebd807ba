import { lazy } from 'react'

/** Asks how the parcel of a shop order is sent, and sends it. */
export const ShipShopOrder = lazy(() => import('./ShipShopOrder'))
