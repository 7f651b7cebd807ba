import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { Page } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { minute } from '../day'
import { Empty, Failed } from '../Failed'
import { Icon } from '../Icon'
import { Pagination } from '../Pagination'
import shop from '../shop.module.css'
import { ORDER } from '../states'
import { Actions } from './Actions'
import { getOrders, PAGE, TABS, type Counts, type Tab } from './calls'
import { Lines } from './Lines'
import { Refunds } from './Refunds'
import { Status } from './Status'
import { useOrderChanges } from './useOrderChanges'
import common from './order.module.css'
import classes from './orders.module.css'

const COUNTED: Partial<Record<Tab, keyof Counts>> = {
  '1': 'to_pay',
  '2': 'to_ship',
  '3': 'to_receive',
  '4': 'to_evaluate',
  refunds: 'refunds',
}

/** Why there is nothing to show, and where there may be something. */
function NoOrders({ words, all }: { words: string; all: boolean }) {
  const { t } = useTranslation()
  if (!words && all)
    return (
      <Empty title={t('shopOrder.none')} text={t('shopOrder.noneText')}>
        <RouteLink to="/shop" className={shop.first}>
          {t('shop.cart.look')}
        </RouteLink>
      </Empty>
    )
  return (
    <Empty title={words ? t('shopOrder.notFound', { words }) : t('shopOrder.noneHere')}>
      <RouteLink to="/user/shop/orders" className={shop.plain}>
        {t('shopOrder.showAll')}
      </RouteLink>
    </Empty>
  )
}

/** One's orders by state. They stay as they are while one looks. */
export default function OrdersPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'all'
  const words = search.get('search') ?? ''
  const page = Number(search.get('page')) || 1
  const [text, setText] = useState(words)
  useEffect(() => setText(words), [words])
  const orders = useFetched(`${tab} ${page} ${words}`, (signal) => getOrders(tab, words, page, signal))
  const { data, failure } = orders
  useOrderChanges({
    order: '',
    changes: data?.changes,
    due: data?.list.map((order) => (order.status === ORDER.toPay ? order.due_at : null)),
    busy: orders.loading || orders.renewing,
    reload: orders.reload,
  })
  const to = (next: Record<string, string>): string => {
    const all = { tab, search: words, ...next }
    const asked = new URLSearchParams(Object.entries(all).filter(([, value]) => value && value !== 'all'))
    return `/user/shop/orders?${asked.toString()}`
  }
  const find = (event: FormEvent): void => {
    event.preventDefault()
    setSearch(new URLSearchParams(to({ search: text.trim() }).split('?')[1]))
  }
  return (
    <Page
      title={t('shopOrder.mine')}
      actions={<RouteLink to="/user/shop/evaluate">{t('shopOrder.act.reviewed')}</RouteLink>}
    >
      <div className={shop.inside}>
        <div className={classes.head}>
          <nav className={classes.tabs} aria-label={t('shopOrder.tabs.label')}>
            {TABS.map((one) => {
              const count = COUNTED[one] && data ? data.counts[COUNTED[one]] : 0
              return (
                <RouteLink key={one} to={to({ tab: one })} aria-current={one === tab ? 'page' : undefined}>
                  {t(`shopOrder.tabs.${one === 'all' || one === 'refunds' ? one : `s${one}`}`)}
                  {count > 0 && <b>{count}</b>}
                </RouteLink>
              )
            })}
          </nav>
          <form role="search" onSubmit={find}>
            <input
              type="search"
              className={common.field}
              aria-label={t('shopOrder.find')}
              placeholder={t('shopOrder.find')}
              maxLength={60}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <button type="submit" aria-label={t('shop.search.go')}>
              <Icon name="search" />
            </button>
          </form>
        </div>
        {failure ? (
          <Failed error={failure} retry={orders.reload} />
        ) : !data ? (
          <div className={common.waiting} role="status" aria-label={t('site.loading')} />
        ) : data.list.length === 0 ? (
          <NoOrders words={words} all={tab === 'all' && page === 1} />
        ) : (
          <ul className={classes.orders} data-renewing={orders.renewing}>
            {data.list.map((order) => (
              <li key={order.order_no}>
                <header>
                  <RouteLink to={`/user/shop/order/${order.order_no}`}>
                    {t('shopOrder.number', { number: order.order_no })}
                  </RouteLink>
                  <time>{minute(order.create_time)}</time>
                  <Status order={order} />
                </header>
                <Lines list={order.lines} />
                <Refunds order={order} />
                <footer>
                  <span>
                    {t('shopOrder.pieces', {
                      count: order.lines.reduce((sum, line) => sum + line.quantity, 0),
                    })}
                    <strong>{t('shop.money', { amount: order.pay_amount })}</strong>
                  </span>
                  <Actions order={order} changed={orders.reload} />
                </footer>
              </li>
            ))}
          </ul>
        )}
        {data && !failure && (
          <Pagination
            page={page}
            pages={Math.ceil(data.total / PAGE)}
            to={(next) => to({ page: String(next) })}
          />
        )}
      </div>
    </Page>
  )
}
