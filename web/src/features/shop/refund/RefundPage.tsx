import { Button, Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import { refundState } from '../order/refundState'
import { useOrderChanges } from '../order/useOrderChanges'
import { Pagination } from '../Pagination'
import { ApplyForm } from './ApplyForm'
import { fetchRefunds, PAGE } from './calls'
import classes from './refund.module.css'
import { RefundView } from './RefundView'

const COLOURS: Readonly<Record<string, string>> = {
  asked: 'orange',
  send: 'orange',
  sent: 'arcoblue',
  paying: 'arcoblue',
  stuck: 'red',
  done: 'green',
  refused: 'red',
}

function RefundList({ page, open }: { page: number; open: (id: number) => void }) {
  const { t } = useTranslation()
  const fetched = useFetched(`own refunds ${page}`, (signal) => fetchRefunds(page, signal))
  const { data, failure } = fetched
  useOrderChanges({
    order: '',
    changes: data?.changes,
    busy: fetched.loading || fetched.renewing,
    reload: fetched.reload,
  })
  return (
    <Page title={t('shopRefund.title')} remark={t('shopRefund.remark')}>
      <Card>
        {failure ? (
          <Problem error={failure} retry={fetched.reload} toMember />
        ) : !data ? (
          <Waiting rows={6} />
        ) : data.list.length === 0 ? (
          <Nothing text={t('shopRefund.none')}>
            <RouteLink to="/user/shop/orders">{t('shopOrder.mine')}</RouteLink>
          </Nothing>
        ) : (
          <ul className={classes.list} aria-label={t('shopRefund.title')}>
            {data.list.map((row) => (
              <li key={row.id}>
                <div>
                  <div className={classes.row}>
                    <strong>{row.refund_no}</strong>
                    <Tag color={COLOURS[refundState(row)]}>
                      {t(`shopOrder.refundState.${refundState(row)}`)}
                    </Tag>
                  </div>
                  <div className={classes.row}>
                    <span className={classes.amount}>
                      {t('shopRefund.money', { amount: row.refund_amount })}
                    </span>
                    <span>{t(`shopState.refundType.${row.type}`)}</span>
                    <span className={classes.hint}>
                      {t('shopRefund.order', { no: row.orderRelation.order_no })} · {moment(row.create_time)}
                    </span>
                  </div>
                </div>
                <Button onClick={() => open(row.id)}>{t('shopRefund.open')}</Button>
              </li>
            ))}
          </ul>
        )}
        {data && !failure && (
          <Pagination
            page={page}
            pages={Math.ceil(data.total / PAGE)}
            to={(next) => `/user/shop/refund?page=${next}`}
          />
        )}
      </Card>
    </Page>
  )
}

/** A member's refunds, page by page; one of them (`?id=`); a request for one (`?order_no=`). */
export default function RefundPage() {
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const order = search.get('order_no') ?? ''
  const page = Number(search.get('page')) || 1
  const kept: Record<string, string> = page > 1 ? { page: String(page) } : {}
  const open = (next: number): void => setSearch({ ...kept, id: String(next) })
  if (id) return <RefundView key={id} id={id} back={() => setSearch(kept)} />
  if (order) {
    return (
      <ApplyForm
        key={order}
        order_no={order}
        done={(next) => setSearch({ id: String(next) }, { replace: true })}
      />
    )
  }
  return <RefundList page={page} open={open} />
}
