/** A state of an order. Its text is `orders.<kind>.statuses.<code>`. */
export interface State {
  code: number
  colour: string
  /** An order may have moved in part while it is in this state; then it has this colour and the text `partly`. */
  partlyColour?: string
}

const STATES: readonly State[] = [
  { code: 0, colour: 'orange' },
  { code: 1, colour: 'arcoblue', partlyColour: 'cyan' },
  { code: 2, colour: 'green' },
  { code: 3, colour: 'gray' },
]

/** What the web has to know of an order kind. */
export interface Kind {
  direction: Direction
  page: string
  url:
    | '/admin/warehouse.InboundOrder'
    | '/admin/warehouse.OutboundOrder'
    | '/admin/warehouse.AdjustmentOrder'
    | '/admin/warehouse.TransferOrder'
  numberField: 'inbound_order_no' | 'outbound_order_no' | 'adjustment_order_no' | 'transfer_order_no'
  /** What its own texts are below. */
  words: 'orders.inbound' | 'orders.outbound' | 'orders.adjustment' | 'transferOrders'
  /** Its goods go from one side to another: orders and their lines name where they go as well. */
  twoSided: boolean
  /** Whom most of its orders are with; nothing for a kind without partners. What one is with: {@link withOf}. */
  with: With | null
  /** Types that are with somebody else. */
  others?: Readonly<Record<string, With>>
  /** Types that may be with nobody. */
  alone?: readonly string[]
  types: readonly string[]
  typeWords: 'orders.inboundType' | 'orders.outboundType' | 'orders.adjustmentType' | 'transferOrders.types'
  /** The question before a review. */
  reviewText: 'orders.confirmAudit' | 'transferOrders.confirmAudit'
  /** The step that moves goods; nothing where they move in several. */
  moves: 'stock' | 'post' | null
  /** Its lines have prices. */
  priced: boolean
  /** Its prices are what goods cost, not what they sell for: lines are given what was paid last. */
  purchases?: boolean
  /** Its lines take goods that lie there: they name batches, and dates are those of the batch. */
  takes: boolean
  /** Types of it that take expired goods as well. */
  takesExpired: readonly string[]
  /** Goods may move in parts. */
  parts: boolean
  /** Quantities are signed changes: more than 0 for these types, less for the others. */
  gains: readonly string[] | null
  states: readonly State[]
  /** Its orders say whether they are shipped. */
  ships: boolean
  /** Its goods are picked. */
  picks: boolean
  /** What is left of an order of these types may become a new one. */
  restTypes: readonly string[]
  topic: string
  /** Which columns a file of lines has. */
  sheet: 'goods' | 'leaving' | 'adjustment' | 'transfer'
  /** What is printed beside its orders themselves; their texts are below `orders.papers`. */
  papers?: readonly string[]
  /** The figure of the dashboard that counts its reviewed orders. */
  card?: 'to_stock_in' | 'to_ship'
}

export type Direction = 'inbound' | 'outbound' | 'adjustment' | 'transfer'

/** The partner of a kind of orders. */
export interface With {
  field: 'supplier_id' | 'customer_id'
  name: 'supplier' | 'customer'
  url: string
}

const SUPPLIER: With = { field: 'supplier_id', name: 'supplier', url: '/admin/warehouse.Supplier' }
const CUSTOMER: With = { field: 'customer_id', name: 'customer', url: '/admin/warehouse.Customer' }

/** The table of order kinds: a new kind is an entry here, and its texts; its pages follow. */
export const KINDS: Readonly<Record<Direction, Kind>> = {
  inbound: {
    direction: 'inbound',
    page: 'warehouse/inboundOrder',
    url: '/admin/warehouse.InboundOrder',
    numberField: 'inbound_order_no',
    words: 'orders.inbound',
    twoSided: false,
    with: SUPPLIER,
    // A customer gives goods back.
    others: { '30': CUSTOMER },
    // Goods of one's own production.
    alone: ['20'],
    types: ['10', '20', '30'],
    typeWords: 'orders.inboundType',
    reviewText: 'orders.confirmAudit',
    moves: 'stock',
    priced: true,
    purchases: true,
    takes: false,
    takesExpired: [],
    parts: true,
    gains: null,
    states: STATES,
    ships: false,
    picks: false,
    restTypes: ['10', '20'],
    topic: 'orders:inbound',
    sheet: 'goods',
    papers: ['receipt'],
    card: 'to_stock_in',
  },
  outbound: {
    direction: 'outbound',
    page: 'warehouse/outboundOrder',
    url: '/admin/warehouse.OutboundOrder',
    numberField: 'outbound_order_no',
    words: 'orders.outbound',
    twoSided: false,
    with: CUSTOMER,
    // Goods go back to a supplier.
    others: { '20': SUPPLIER },
    types: ['10', '20', '30'],
    typeWords: 'orders.outboundType',
    reviewText: 'orders.confirmAudit',
    moves: 'stock',
    priced: true,
    takes: true,
    // Returns to a supplier.
    takesExpired: ['20'],
    parts: true,
    gains: null,
    states: STATES,
    ships: true,
    picks: true,
    restTypes: ['10', '20', '30'],
    topic: 'orders:outbound',
    sheet: 'leaving',
    papers: ['delivery', 'pick'],
    card: 'to_ship',
  },
  adjustment: {
    direction: 'adjustment',
    page: 'warehouse/adjustmentOrder',
    url: '/admin/warehouse.AdjustmentOrder',
    numberField: 'adjustment_order_no',
    words: 'orders.adjustment',
    twoSided: false,
    with: null,
    types: ['10', '20', '30', '40', '50'],
    typeWords: 'orders.adjustmentType',
    reviewText: 'orders.confirmAudit',
    moves: 'post',
    priced: true,
    takes: false,
    takesExpired: [],
    parts: false,
    gains: ['40', '50'],
    states: STATES,
    ships: false,
    picks: false,
    restTypes: [],
    topic: 'orders:adjustment',
    sheet: 'adjustment',
  },
  transfer: {
    direction: 'transfer',
    page: 'warehouse/transferOrder',
    url: '/admin/warehouse.TransferOrder',
    numberField: 'transfer_order_no',
    words: 'transferOrders',
    twoSided: true,
    with: null,
    types: ['10', '20'],
    typeWords: 'transferOrders.types',
    reviewText: 'transferOrders.confirmAudit',
    moves: null,
    priced: false,
    takes: true,
    takesExpired: [],
    parts: false,
    gains: null,
    states: STATES,
    ships: false,
    picks: true,
    restTypes: [],
    topic: 'orders:transfer',
    sheet: 'transfer',
    papers: ['delivery', 'pick'],
  },
}

/** Whom an order of this type is with; nothing for a kind without partners. */
export const withOf = (kind: Kind, type: number | null): With | null =>
  kind.others?.[String(type)] ?? kind.with

/** All whom orders of a kind are with. */
export const partnersOf = (kind: Kind): readonly With[] =>
  kind.with ? [kind.with, ...Object.values(kind.others ?? {})] : []

/** The name of an order's partner. */
export const partnerName = (
  kind: Kind,
  row: { type: number } & Partial<Record<With['name'], { name: string } | null>>,
): string | undefined => {
  const partner = withOf(kind, row.type)
  return partner ? row[partner.name]?.name : undefined
}

export const TRANSFER = KINDS.transfer

/** The kinds of orders that move goods, as the node names them. */
export const MOVING_KINDS: readonly string[] = Object.keys(KINDS)

/** Pages of orders that are none of a warehouse: they own reservations as well. */
const OTHER_PAGES: Readonly<Record<string, string>> = { shop: 'shop/order/order' }

/** The page of an order kind, as the node names the kind. */
export const pageOf = (kind: string): string =>
  OTHER_PAGES[kind] ?? Object.values(KINDS).find(({ direction }) => direction === kind)?.page ?? TRANSFER.page
