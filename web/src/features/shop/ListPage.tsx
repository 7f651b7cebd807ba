import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { useHead } from '@/shared/hooks/useHead'
import { memberHttp } from '@/shared/http/member'
import { GuideLink } from '@/shared/ui/GuideLink'
import { RouteLink } from '@/shared/ui/RouteLink'
import layout from '@/shared/ui/layout.module.css'
import { CLASSIFIES } from './BottomBar'
import { ASKED, askedOf, early, getList, listKey, PAGE, priceRange, type Asked, type Classify } from './calls'
import { Empty, Failed } from './Failed'
import { GoodsGrid, GridWaiting } from './GoodsGrid'
import { Icon } from './Icon'
import { ShopFrame } from './ShopFrame'
import { Pagination } from './Pagination'
import classes from './list.module.css'
import shop from './shop.module.css'

/** What makes a list that search engines should not keep. */
const HIDES = ['search', 'coupon_id', 'price_min', 'price_max', 'in_stock'] as const
const ORDERS = ['', 'sales', 'newest', 'price_asc', 'price_desc'] as const

/**
 * The address of the list with changed parameters. It starts at the first page, unless the page is what
 * changes.
 */
function addressOf(asked: Asked, change: Asked): string {
  const next = new URLSearchParams()
  for (const name of ASKED) {
    const value = name in change ? change[name] : name === 'page' ? '' : asked[name]
    if (value) next.set(name, value)
  }
  const search = next.toString()
  return search ? `/shop/list?${search}` : '/shop/list'
}

/** The way from the top to a classify. */
function wayTo(list: readonly Classify[], id: number): Classify[] {
  for (const one of list) {
    if (one.id === id) return [one]
    const below = wayTo(one.children, id)
    if (below.length > 0) return [one, ...below]
  }
  return []
}

interface TreeProps {
  list: readonly Classify[]
  asked: Asked
  way: readonly Classify[]
}

function Tree({ list, asked, way }: TreeProps) {
  return (
    <ul>
      {list.map((one) => {
        const open = way.some(({ id }) => id === one.id)
        return (
          <li key={one.id}>
            <RouteLink
              to={addressOf(asked, { classify_id: String(one.id) })}
              aria-current={way.at(-1)?.id === one.id ? 'true' : undefined}
            >
              {one.name}
            </RouteLink>
            {open && one.children.length > 0 && <Tree list={one.children} asked={asked} way={way} />}
          </li>
        )
      })}
    </ul>
  )
}

function Prices({ asked, go }: { asked: Asked; go: (change: Asked) => void }) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(asked.price_min ?? '')
  const [to, setTo] = useState(asked.price_max ?? '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    go(priceRange(from, to))
  }
  const field = (label: string, value: string, change: (text: string) => void) => (
    <input
      className={layout.input}
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      maxLength={12}
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  )
  return (
    <form className={classes.prices} onSubmit={submit}>
      {field(t('shop.filter.from'), from, setFrom)}
      <span aria-hidden="true">–</span>
      {field(t('shop.filter.to'), to, setTo)}
      <button type="submit" className={shop.plain}>
        {t('shop.filter.set')}
      </button>
    </form>
  )
}

/** Goods, searched, filtered and sorted; all of it is in the address. */
export default function ListPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const { hash } = useLocation()
  const [filters, setFilters] = useState(hash === CLASSIFIES)
  // Whoever has chosen a classify wants to see its goods.
  useEffect(() => setFilters(hash === CLASSIFIES), [hash])
  const asked = askedOf(search)
  const list = useFetched(listKey(asked), (signal) => getList(asked, signal), early.list)
  const tree = useFetched('classifies', (signal) => memberHttp.get('/api/shop.Classify/index', {}, signal))
  const way = wayTo(tree.data?.list ?? [], Number(asked.classify_id))
  const all = t(asked.coupon_id ? 'shop.forCoupon' : 'shop.nav.all')
  const name = way.at(-1)?.name ?? (asked.search ? t('shop.found', { words: asked.search }) : all)
  useHead({
    title: name,
    text: t('shop.listAbout', { name }),
    hidden: HIDES.some((one) => asked[one]),
    image: list.data?.list[0]?.image,
    query: addressOf({}, { classify_id: asked.classify_id, page: asked.page }).slice('/shop/list'.length),
  })
  const go = (change: Asked): void => {
    setSearch(new URLSearchParams(addressOf(asked, change).split('?')[1] ?? ''))
  }
  const page = Number(asked.page) || 1
  const { data } = list
  const narrowed = ASKED.some((one) => one !== 'order' && one !== 'page' && asked[one])
  return (
    <ShopFrame>
      <div className={classes.columns}>
        <aside
          className={classes.side}
          data-open={filters}
          id="shop-filters"
          aria-label={t('shop.filter.label')}
        >
          <h2>{t('shop.classifies')}</h2>
          <nav className={classes.tree} aria-label={t('shop.classifies')}>
            <RouteLink
              to={addressOf(asked, { classify_id: '' })}
              aria-current={asked.classify_id ? undefined : 'true'}
            >
              {t('shop.nav.all')}
            </RouteLink>
            {tree.failure ? (
              <Failed error={tree.failure} retry={tree.reload} />
            ) : (
              <Tree list={tree.data?.list ?? []} asked={asked} way={way} />
            )}
          </nav>
          <h2>{t('shop.filter.price')}</h2>
          <Prices key={`${asked.price_min}-${asked.price_max}`} asked={asked} go={go} />
          <label className={classes.check}>
            <input
              type="checkbox"
              checked={asked.in_stock === '1'}
              onChange={(event) => go({ in_stock: event.target.checked ? '1' : '' })}
            />
            {t('shop.filter.inStock')}
          </label>
          {narrowed && (
            <RouteLink to="/shop/list" className={shop.plain}>
              {t('shop.filter.clear')}
            </RouteLink>
          )}
        </aside>
        <section className={classes.found}>
          <header className={classes.head}>
            <h1>{name}</h1>
            <GuideLink title={name} />
            <p aria-live="polite">{data ? t('shop.count', { count: data.total }) : ''}</p>
            <button
              type="button"
              className={classes.filters}
              aria-expanded={filters}
              aria-controls="shop-filters"
              onClick={() => setFilters(!filters)}
            >
              <Icon name="filter" size={18} />
              {t('shop.filter.label')}
            </button>
            <label className={classes.order}>
              <span>{t('shop.order.label')}</span>
              <select
                className={layout.input}
                aria-label={t('shop.order.label')}
                value={asked.order ?? ''}
                onChange={(event) => go({ order: event.target.value })}
              >
                {ORDERS.map((one) => (
                  <option key={one} value={one}>
                    {t(`shop.order.${one || 'chosen'}`)}
                  </option>
                ))}
              </select>
            </label>
          </header>
          {list.failure ? (
            <Failed error={list.failure} retry={list.reload} />
          ) : !data ? (
            <GridWaiting count={12} />
          ) : data.list.length === 0 ? (
            <Empty title={t('shop.none.title')} text={t('shop.none.text')}>
              <RouteLink to="/shop/list" className={shop.plain}>
                {t('shop.none.all')}
              </RouteLink>
            </Empty>
          ) : (
            <div data-renewing={list.renewing}>
              <GoodsGrid list={data.list} first />
            </div>
          )}
          {data && !list.failure && (
            <Pagination
              page={page}
              pages={Math.ceil(data.total / PAGE)}
              to={(next) => addressOf(asked, { page: next > 1 ? String(next) : '' })}
            />
          )}
        </section>
      </div>
    </ShopFrame>
  )
}
