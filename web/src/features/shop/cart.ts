import { proxy, ref } from 'valtio'
import { memberHttp } from '@/shared/http/member'
import { member } from '@/shared/session/member'
import type { Cart, CartRow } from './calls'
import { guestLines, keepGuestLines, notePrices, withMore, type GuestLine } from './guest'

interface CartState {
  /** As the server has answered last; null until then. */
  cart: Cart | null
  /** Lines, before and after the answer has arrived. */
  count: number
  failed: unknown
}

export const cartState = proxy<CartState>({ cart: null, count: guestLines().length, failed: null })

const isMember = (): boolean => member.token !== ''
let newest = 0

/** The last answer that was asked for is the one that is shown. */
async function take(asked: Promise<Cart>): Promise<void> {
  const own = ++newest
  const cart = await asked
  if (own !== newest) return
  notePrices(cart.list)
  cartState.cart = ref(cart) as Cart
  cartState.count = cart.list.length
  cartState.failed = null
}

const EMPTY: Cart = { list: [], pieces: 0, amount: '0.00', line_max: 999, now: 0 }

/** Pieces that a line of the cart may have: limits of goods count all their chosen lines. */
export function lineLimits(
  row: Pick<CartRow, 'sku_id' | 'goods_id' | 'buy_min' | 'buy_max'>,
  chosen: readonly Pick<CartRow, 'sku_id' | 'goods_id' | 'quantity'>[],
  most: number,
): { min: number; max: number } {
  const others = chosen
    .filter(({ goods_id, sku_id }) => goods_id === row.goods_id && sku_id !== row.sku_id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const max = row.buy_max > 0 ? Math.min(row.buy_max - others, most) : most
  return { min: Math.max(1, row.buy_min - others), max: Math.max(1, max) }
}

function ofGuest(lines: readonly GuestLine[]): Promise<Cart> {
  if (lines.length === 0) return Promise.resolve(EMPTY)
  return memberHttp.get('/api/shop.Goods/lines', {
    ids: lines.map(({ sku_id }) => sku_id),
    quantities: lines.map(({ quantity }) => quantity).join(),
    checked: lines.map(({ checked }) => checked).join(),
  })
}

/** What the browser kept goes into the member's cart; the larger quantity holds, and the choice of lines. */
async function ofMember(): Promise<Cart> {
  const lines = guestLines()
  if (lines.length === 0) return memberHttp.get('/api/shop.Cart/index')
  const merged = await memberHttp.post('/api/shop.Cart/merge', { lines })
  keepGuestLines([])
  return merged
}

export async function loadCart(): Promise<void> {
  try {
    await take(isMember() ? ofMember() : ofGuest(guestLines()))
  } catch (error) {
    cartState.failed = error
  }
}

function keep(lines: readonly GuestLine[]): Promise<void> {
  keepGuestLines(lines)
  cartState.count = lines.length
  return take(ofGuest(lines))
}

/** Pieces that a line may hold; the server judges where it has not said yet. */
const mostOfLine = (): number => Math.max(1, (cartState.cart ?? EMPTY).line_max)

export async function addToCart(sku_id: number, quantity: number, price: string): Promise<void> {
  if (isMember()) await take(memberHttp.post('/api/shop.Cart/add', { sku_id, quantity }))
  else await keep(withMore(guestLines(), sku_id, quantity, mostOfLine()))
  notePrices([{ sku_id, price }])
}

export async function changeLine(
  row: Pick<CartRow, 'id' | 'sku_id'>,
  change: { quantity?: number; checked?: number },
): Promise<void> {
  if (isMember()) return take(memberHttp.post('/api/shop.Cart/edit', { id: row.id, ...change }))
  return keep(guestLines().map((line) => (line.sku_id === row.sku_id ? { ...line, ...change } : line)))
}

export async function checkAll(checked: number): Promise<void> {
  if (isMember()) return take(memberHttp.post('/api/shop.Cart/edit', { id: 0, checked }))
  return keep(guestLines().map((line) => ({ ...line, checked })))
}

export async function removeLines(rows: readonly Pick<CartRow, 'id' | 'sku_id'>[]): Promise<void> {
  if (isMember()) return take(memberHttp.post('/api/shop.Cart/del', { ids: rows.map(({ id }) => id) }))
  const gone = new Set(rows.map(({ sku_id }) => sku_id))
  return keep(guestLines().filter(({ sku_id }) => !gone.has(sku_id)))
}
