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

/** What the web has to know of an order kind. Its texts are those below `orders.<direction>`. */
export interface Kind {
  direction: Direction
  page: string
  url: '/admin/warehouse.InboundOrder' | '/admin/warehouse.OutboundOrder'
  numberField: 'inbound_order_no' | 'outbound_order_no' | 'adjustment_order_no'
  /** Whom its orders are with; nothing for a kind without partners. */
  with: With | null
  types: readonly string[]
  typeWords: 'orders.inboundType' | 'orders.outboundType' | 'orders.adjustmentType'
  /** The step that moves goods. */
  moves: 'stock' | 'post'
  /** Its lines take goods that lie there: they name batches, and dates are those of the batch. */
  takes: boolean
  /** Goods may move in parts. */
  parts: boolean
  /** Quantities are signed changes: more than 0 for these types, less for the others. */
  gains: readonly string[] | null
  states: readonly State[]
  /** Its orders are shipped and picked. */
  ships: boolean
  topic: string
  /** What is printed beside its orders themselves; their texts are below `orders.papers`. */
  papers?: readonly string[]
  /** The figure of the dashboard that counts its reviewed orders. */
  card?: 'to_stock_in' | 'to_ship'
}

export type Direction = 'inbound' | 'outbound' | 'adjustment'

/** The partner of a kind of orders. */
export interface With {
  field: 'supplier_id' | 'customer_id'
  name: 'supplier' | 'customer'
  url: string
}

/** The table of order kinds: a new kind is an entry here, and its texts; its pages follow. */
export const KINDS: Readonly<Record<Direction, Kind>> = {
  inbound: {
    direction: 'inbound',
    page: 'warehouse/inboundOrder',
    url: '/admin/warehouse.InboundOrder',
    numberField: 'inbound_order_no',
    with: { field: 'supplier_id', name: 'supplier', url: '/admin/warehouse.Supplier' },
    types: ['10', '20', '30'],
    typeWords: 'orders.inboundType',
    moves: 'stock',
    takes: false,
    parts: true,
    gains: null,
    states: STATES,
    ships: false,
    topic: 'orders:inbound',
    papers: ['receipt'],
    card: 'to_stock_in',
  },
  outbound: {
    direction: 'outbound',
    page: 'warehouse/outboundOrder',
    url: '/admin/warehouse.OutboundOrder',
    numberField: 'outbound_order_no',
    with: { field: 'customer_id', name: 'customer', url: '/admin/warehouse.Customer' },
    types: ['10', '20', '30'],
    typeWords: 'orders.outboundType',
    moves: 'stock',
    takes: true,
    parts: true,
    gains: null,
    states: STATES,
    ships: true,
    topic: 'orders:outbound',
    papers: ['delivery', 'pick'],
    card: 'to_ship',
  },
  adjustment: {
    direction: 'adjustment',
    page: 'warehouse/adjustmentOrder',
    // Its calls take and answer what those of inbound orders do.
    url: '/admin/warehouse.AdjustmentOrder' as '/admin/warehouse.InboundOrder',
    numberField: 'adjustment_order_no',
    with: null,
    types: ['10', '20', '30', '40', '50'],
    typeWords: 'orders.adjustmentType',
    moves: 'post',
    takes: false,
    parts: false,
    gains: ['40', '50'],
    states: STATES,
    ships: false,
    topic: 'orders:adjustment',
  },
}

/** Transfers have pages of their own; what other pages have to know of them. */
export const TRANSFER = {
  page: 'warehouse/transferOrder',
  url: '/admin/warehouse.TransferOrder',
  topic: 'orders:transfer',
  papers: ['delivery', 'pick'],
} as const

/** The page of an order kind, as the node names the kind. */
export const pageOf = (kind: string): string =>
  Object.values(KINDS).find(({ direction }) => direction === kind)?.page ?? TRANSFER.page
