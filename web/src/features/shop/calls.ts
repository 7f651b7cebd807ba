import type { DataOf, Schema } from '@/shared/http/api'
import { Prefetched } from '@/shared/hooks/useFetched'
import { memberHttp } from '@/shared/http/member'

export type Home = DataOf<'/api/shop.Index/index', 'get'>
export type GoodsCard = Schema<'GoodsCard'>
export type GoodsCards = Schema<'GoodsCards'>
export type GoodsTogether = Schema<'GoodsTogether'>
export type Classify = Schema<'ShopClassify'>
export type Goods = Schema<'GoodsDetail'>
export type Sku = Schema<'ShopSku'>
export type SpecGroup = Schema<'SpecGroup'>
export type Cart = Schema<'ShopCart'>
export type CartRow = Schema<'ShopCartRow'>
export type Stock = Schema<'StockHint'>

/** What the page of an address needs, asked for before its script has arrived. */
export const early = {
  home: new Prefetched<Home>(),
  goods: new Prefetched<Goods>(),
  list: new Prefetched<GoodsCards>(),
}

/** What a list can be asked for, by the names in its address. */
export const ASKED = [
  'search',
  'classify_id',
  'coupon_id',
  'price_min',
  'price_max',
  'in_stock',
  'order',
  'page',
] as const
export type Asked = Partial<Record<(typeof ASKED)[number], string>>

/** What goods may cost, as it was typed: the lower price first, and nothing of what is no price. */
export function priceRange(from: string, to: string): Asked {
  const [least, most] = [from, to].map((text) =>
    /^\d{1,9}(\.\d{1,2})?$/.test(text.trim()) ? text.trim() : '',
  )
  const turned = least && most && Number(least) > Number(most)
  return turned ? { price_min: most, price_max: least } : { price_min: least, price_max: most }
}

export const askedOf = (search: URLSearchParams): Asked =>
  Object.fromEntries(ASKED.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])))

export const PAGE = 20

export const getHome = (signal?: AbortSignal): Promise<Home> =>
  memberHttp.get('/api/shop.Index/index', {}, signal)
export const getGoods = (id: string, signal?: AbortSignal): Promise<Goods> =>
  memberHttp.get('/api/shop.Goods/detail', { id }, signal)
export const getTogether = (id: string, signal?: AbortSignal): Promise<GoodsTogether> =>
  memberHttp.get('/api/shop.Goods/together', { id }, signal)
export const getList = (asked: Asked, signal?: AbortSignal): Promise<GoodsCards> =>
  memberHttp.get('/api/shop.Goods/index', { ...asked, limit: PAGE }, signal)

export const listKey = (asked: Asked): string => JSON.stringify(asked)

/** What came with the page, under the key that it is asked for by; it is used once. */
function embedded<T>(key: string): T | null {
  const element = document.querySelector<HTMLScriptElement>('script#early')
  element?.remove()
  if (element?.dataset.key !== key) return null
  try {
    return JSON.parse(element.textContent ?? '') as T
  } catch {
    return null
  }
}

/** Begins to ask for what the address shows, unless it came with the page; resolves when it is there. */
export function prefetchShop(pathname: string, search: string): Promise<void> {
  const goods = /^\/shop\/goods\/(\d+)\/?$/.exec(pathname)?.[1]
  if (goods) {
    const here = embedded<Goods>(goods)
    return early.goods.load(goods, () => (here ? Promise.resolve(here) : getGoods(goods)))
  } else if (/^\/shop\/?$/.test(pathname)) {
    const here = embedded<Home>('home')
    return early.home.load('home', () => (here ? Promise.resolve(here) : getHome()))
  } else if (/^\/shop\/list\/?$/.test(pathname)) {
    const asked = askedOf(new URLSearchParams(search))
    const here = embedded<GoodsCards>(listKey(asked))
    return early.list.load(listKey(asked), () => (here ? Promise.resolve(here) : getList(asked)))
  }
  return Promise.resolve()
}
