import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import type { Schema } from '@/shared/http'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { RouteLink } from '@/shared/ui/RouteLink'
import { fetchFigures } from './calls'
import { Conversion, Margin } from './Earnings'
import { Opens, type Counted } from './figureLinks'
import classes from './figures.module.css'
import { ORDER_PAGE, REFUND_PAGE, STATES, TOPIC } from './model'
import { shareOf, Turnover } from './Turnover'

type Figures = Schema<'ShopDashboard'>
type Day = Schema<'ShopDay'>

const EXCEPTIONS = 'shop/order/exception'
const GOODS = 'shop/goods/goods'

/** What waits for somebody; each leads to its list. */
const WAITS = [
  { name: 'to_ship', page: ORDER_PAGE, query: 'status=2' },
  { name: 'cancel_asked', page: ORDER_PAGE, query: 'status=7' },
  { name: 'refunds', page: REFUND_PAGE, query: 'audit_status=1' },
  { name: 'returns', page: REFUND_PAGE, query: 'user_ship_status=1&status=1' },
  { name: 'exceptions', page: EXCEPTIONS, query: '' },
  { name: 'few', page: GOODS, query: 'few=1' },
] as const

function Waits({ data }: { data: Figures }) {
  const { t } = useTranslation()
  const may: Readonly<Record<string, boolean>> = {
    [ORDER_PAGE]: usePermission(ORDER_PAGE)('index'),
    [REFUND_PAGE]: usePermission(REFUND_PAGE)('index'),
    [EXCEPTIONS]: usePermission(EXCEPTIONS)('index'),
    [GOODS]: usePermission(GOODS)('index'),
  }
  return (
    <div className={classes.cards}>
      {WAITS.map(({ name, page, query }) => {
        const body = (
          <>
            <span>{t(name === 'few' ? 'shopDesk.figures.few' : `shopOffice.figures.${name}`)}</span>
            <strong>{data[name]}</strong>
          </>
        )
        const alert = name === 'exceptions' && data[name] > 0
        return may[page] ? (
          <RouteLink
            key={name}
            to={`/admin/${page}${query && `?${query}`}`}
            className={classes.card}
            data-alert={alert}
          >
            {body}
          </RouteLink>
        ) : (
          <div key={name} className={classes.card} data-alert={alert}>
            {body}
          </div>
        )
      })}
    </div>
  )
}

const COLUMNS = ['placed', 'orders', 'buyers', 'paid', 'refunded'] as const
type Column = (typeof COLUMNS)[number]
/** What each of them is counted of. */
const COUNTS: Readonly<Record<Column, Counted>> = {
  placed: 'placed',
  orders: 'paid',
  buyers: 'paid',
  paid: 'paid',
  refunded: 'refunded',
}
const AMOUNTS: readonly Column[] = ['paid', 'refunded']

function Days({ today, yesterday }: { today: Day; yesterday: Day }) {
  const { t } = useTranslation()
  return (
    <table className={classes.plain}>
      <thead>
        <tr>
          <td />
          {COLUMNS.map((name) => (
            <th key={name} scope="col">
              {t(name === 'placed' ? 'shopDesk.figures.placed' : `shopOffice.figures.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['today', today],
            ['yesterday', yesterday],
          ] as const
        ).map(([name, day]) => (
          <tr key={name}>
            <th scope="row">{t(`shopOffice.figures.${name}`)}</th>
            {COLUMNS.map((column) => (
              <td key={column}>
                <Opens counted={COUNTS[column]} span={day.day}>
                  {AMOUNTS.includes(column) ? <Numeral value={day[column]} money /> : day[column]}
                </Opens>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Best({ best }: { best: Figures['best'] }) {
  const { t } = useTranslation()
  const can = usePermission(GOODS)('index')
  if (best.length === 0) return <Nothing text={t('shopOffice.figures.noSales')} />
  const largest = best.reduce((most, { quantity }) => Math.max(most, quantity), 0)
  return (
    <ol className={classes.best}>
      {best.map((goods) => (
        <li key={goods.goods_id}>
          {can ? (
            <RouteLink to={`/admin/${GOODS}?id=${goods.goods_id}`}>{goods.name}</RouteLink>
          ) : (
            <span>{goods.name}</span>
          )}
          <strong>
            {t('shopState.pieces', { count: goods.quantity })} · <Numeral value={goods.amount} money />
          </strong>
          <span className={classes.track} aria-hidden>
            <span style={{ width: `${shareOf(goods.quantity, largest)}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function Body({ data, turn }: { data: Figures; turn: number }) {
  const { t } = useTranslation()
  const orders = usePermission(ORDER_PAGE)('index')
  const costs = usePermission('warehouse/inventory')('cost')
  return (
    <>
      <Waits data={data} />
      <div className={classes.halves}>
        <Card label={t('shopOffice.figures.days')}>
          <h2 className={classes.head}>{t('shopOffice.figures.days')}</h2>
          <div
            className={classes.scroll}
            tabIndex={0}
            role="region"
            aria-label={t('shopOffice.figures.days')}
          >
            <Days today={data.today} yesterday={data.yesterday} />
          </div>
        </Card>
        <Card label={t('shopOffice.figures.states')}>
          <h2 className={classes.head}>{t('shopOffice.figures.states')}</h2>
          <ul className={classes.states}>
            {STATES.map(({ code, count }) => (
              <li key={code}>
                {orders ? (
                  <RouteLink to={`/admin/${ORDER_PAGE}?status=${code}`}>
                    {t(`shopState.order.${code}`)}
                  </RouteLink>
                ) : (
                  <span>{t(`shopState.order.${code}`)}</span>
                )}
                <strong>{data.counts[count]}</strong>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <Card label={t('shopOffice.figures.turnover')}>
        <Turnover days={data.days} turn={turn} />
      </Card>
      <div className={costs ? classes.even : undefined}>
        <Card label={t('shopDesk.figures.conversion')}>
          <h2 className={classes.head}>{t('shopDesk.figures.conversion')}</h2>
          <Conversion of={data.conversion} />
        </Card>
        {costs && (
          <Card label={t('shopDesk.figures.margin')}>
            <h2 className={classes.head}>{t('shopDesk.figures.margin')}</h2>
            <Margin turn={turn} />
          </Card>
        )}
      </div>
      <Card label={t('shopOffice.figures.best')}>
        <h2 className={classes.head}>{t('shopOffice.figures.best')}</h2>
        <Best best={data.best} />
      </Card>
    </>
  )
}

/** The shop at a glance: what waits, today, the last 30 days, what sells best. */
export default function DashboardPage() {
  const { t } = useTranslation()
  const fetched = useFetched('shop dashboard', fetchFigures)
  // Months and margin are asked for by themselves: each change or press of the button is another turn for them too.
  const [turn, setTurn] = useState(0)
  const renew = (): void => {
    fetched.reload()
    setTurn((before) => before + 1)
  }
  useTopics(['dashboard', TOPIC], renew)
  return (
    <Page
      title={t('shopOffice.figures.title')}
      remark={t('shopOffice.figures.remark')}
      actions={<RefreshButton refresh={renew} />}
    >
      {fetched.error && !fetched.data ? (
        <Card>
          <Problem error={fetched.error} retry={fetched.reload} />
        </Card>
      ) : fetched.data ? (
        <Body data={fetched.data} turn={turn} />
      ) : (
        <Card>
          <Waiting rows={10} />
        </Card>
      )}
    </Page>
  )
}
