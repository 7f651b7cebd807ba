import { Button, Tag } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ExportList } from '@/resource/list/ExportList'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { useTopics } from '@/shared/hooks/useTopics'
import { money } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import { amountsKey, handleTrouble, whyKey, type Decision, type Trouble } from '../pay/calls'
import HandleDialog from '../pay/HandleDialog'
import { fetchTroubles } from './calls'
import { ORDER_PAGE } from './model'
import classes from './office.module.css'

const URL = '/admin/shop.order.Exception'
const PAGE = 'shop/order/exception'
const TOPIC = 'resource:shop.order.Exception'
const COLOURS: Readonly<Record<string, string>> = { payment: 'red', refund: 'red', stock: 'orange' }

/**
 * What needs a person: payments and refunds that went wrong, goods that are not all there. A notification leads to what
 * is of its order (`?id=`).
 */
export default function ExceptionPage() {
  const { t } = useTranslation()
  const { show } = useProblem()
  const can = usePermission(PAGE)
  const seesOrders = usePermission(ORDER_PAGE)('index')
  const fetched = useFetched('shop exceptions', fetchTroubles)
  useTopics([TOPIC], fetched.reload)
  const { busy, submit } = useSubmit(show)
  const [chosen, setChosen] = useState<Trouble | null>(null)
  const [search, setSearch] = useSearchParams()
  const order = Number(search.get('id')) || 0
  const all = fetched.data?.list ?? []
  const rows = order > 0 ? all.filter((row) => row.order_id === order) : all

  const handle = (trouble: Trouble, decision: Decision): void => {
    void submit(
      () => handleTrouble(trouble, decision),
      () => setChosen(null),
    ).then(fetched.reload)
  }
  return (
    <Page
      title={t('shopOffice.exception.title')}
      remark={t('shopOffice.exception.remark')}
      actions={
        <>
          <RefreshButton refresh={fetched.reload} />
          <ExportList
            page={PAGE}
            list={{ url: URL, title: t('shopOffice.exception.title') }}
            params={order > 0 ? { order_id: order } : {}}
          />
        </>
      }
    >
      <Card>
        {order > 0 && (
          <div className={classes.row} role="status">
            <span>{t('shopOffice.exception.ofOrder', { number: rows[0]?.order_no ?? `#${order}` })}</span>
            <Button size="small" onClick={() => setSearch({})}>
              {t('shopOffice.exception.all', { count: all.length })}
            </Button>
          </div>
        )}
        {fetched.error && !fetched.data ? (
          <Problem error={fetched.error} retry={fetched.reload} />
        ) : !fetched.data ? (
          <Waiting rows={6} />
        ) : rows.length === 0 ? (
          <Nothing text={t(order > 0 ? 'shopOffice.exception.noneOfOrder' : 'shopOffice.exception.none')} />
        ) : (
          <ul className={classes.parcels} aria-label={t('shopOffice.exception.title')}>
            {rows.map((row) => (
              <li key={`${row.kind} ${row.order_id} ${row.no} ${row.out_trade_no} ${row.day}`}>
                <div className={classes.row}>
                  <Tag color={COLOURS[row.kind]}>{t(`shopOffice.exception.kinds.${row.kind}`)}</Tag>
                  {seesOrders && row.order_id > 0 ? (
                    <RouteLink to={`/admin/${ORDER_PAGE}?order_no=${row.order_no}&id=${row.order_id}`}>
                      {row.order_no}
                    </RouteLink>
                  ) : (
                    <strong>{row.order_no}</strong>
                  )}
                  {row.day && <span>{row.day}</span>}
                  {row.no > 0 && !row.day && (
                    <span>
                      {t(`shopOffice.exception.${row.kind === 'stock' ? 'parcel' : 'refund'}`, {
                        no: row.no,
                      })}
                    </span>
                  )}
                  {row.out_trade_no && <span>{row.out_trade_no}</span>}
                  {amountsKey(row) ? (
                    <span>
                      {t(amountsKey(row), {
                        amount: money(row.amount),
                        expected: money(row.expected),
                      })}
                    </span>
                  ) : (
                    <Numeral value={row.amount} money />
                  )}
                  {row.time > 0 && <span className={classes.hint}>{moment(row.time)}</span>}
                  {row.ways.length === 0 && <Tag color="orange">{t('shopPay.goingBack')}</Tag>}
                  {row.ways.length > 0 && can('handle') && (
                    <Button
                      size="small"
                      type="primary"
                      disabled={busy}
                      onClick={() =>
                        row.kind === 'stock'
                          ? handle(row, { how: 'again', note: '', agreed: false })
                          : setChosen(row)
                      }
                    >
                      {t(row.kind === 'stock' ? 'shopOffice.exception.again' : 'shopPay.handle.open')}
                    </Button>
                  )}
                </div>
                <span className={classes.hint}>
                  {row.reason || t(row.why ? whyKey(row) : `shopOffice.exception.hints.${row.kind}`)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {chosen && (
        <HandleDialog
          trouble={chosen}
          busy={busy}
          close={() => setChosen(null)}
          submit={(decision) => handle(chosen, decision)}
        />
      )}
    </Page>
  )
}
