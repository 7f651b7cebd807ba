/** States of an order, as the node's codes say. */
export const ORDER = {
  toPay: 1,
  toShip: 2,
  toReceive: 3,
  received: 4,
  completed: 5,
  closed: 6,
  cancelAsked: 7,
} as const

/** The state of a refund's money once it is paid back. */
export const PAID_BACK = 2
