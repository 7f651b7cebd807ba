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
  numberField: 'inbound_order_no' | 'outbound_order_no'
  partnerField: 'supplier_id' | 'customer_id'
  partner: 'supplier' | 'customer'
  partnerUrl: string
  types: readonly string[]
  typeWords: 'orders.inboundType' | 'orders.outboundType'
  states: readonly State[]
  topic: string
  /** What is printed beside its orders themselves; their texts are below `orders.papers`. */
  papers?: readonly string[]
  /** The figure of the dashboard that counts its reviewed orders. */
  card?: 'to_stock_in' | 'to_ship'
}

export type Direction = 'inbound' | 'outbound'

/** The table of order kinds: a new kind is an entry here, and its texts; its pages follow. */
export const KINDS: Readonly<Record<Direction, Kind>> = {
  inbound: {
    direction: 'inbound',
    page: 'warehouse/inboundOrder',
    url: '/admin/warehouse.InboundOrder',
    numberField: 'inbound_order_no',
    partnerField: 'supplier_id',
    partner: 'supplier',
    partnerUrl: '/admin/warehouse.Supplier',
    types: ['10', '20', '30'],
    typeWords: 'orders.inboundType',
    states: STATES,
    topic: 'orders:inbound',
    papers: ['receipt'],
    card: 'to_stock_in',
  },
  outbound: {
    direction: 'outbound',
    page: 'warehouse/outboundOrder',
    url: '/admin/warehouse.OutboundOrder',
    numberField: 'outbound_order_no',
    partnerField: 'customer_id',
    partner: 'customer',
    partnerUrl: '/admin/warehouse.Customer',
    types: ['10', '20', '30'],
    typeWords: 'orders.outboundType',
    states: STATES,
    topic: 'orders:outbound',
    papers: ['delivery', 'pick'],
    card: 'to_ship',
  },
}
