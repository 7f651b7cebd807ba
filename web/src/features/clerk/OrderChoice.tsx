import { Message } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { addsUp, type OrderRow } from '@/features/orders'
import { http } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { ScanButton } from '@/shared/scan/ScanButton'
import { signalScan } from '@/shared/scan/signal'
import { useScanner } from '@/shared/scan/useScanner'
import type { Scan } from '@/shared/scan/gs1'
import { Numeral } from '@/shared/ui/Numeral'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import classes from './clerk.module.css'
import { REVIEWED, SHOP_ORDERS, type OrderTask } from './tasks'
import { useRemembered } from './useRemembered'

/** Orders that are shown; others are found by scanning their number. */
const LIMIT = 50

const reviewed = (task: OrderTask, signal?: AbortSignal, quickSearch?: string) =>
  http.get(
    `${task.url}/index`,
    {
      limit: LIMIT,
      order: 'id,asc',
      quickSearch,
      search: [{ field: 'status', val: String(REVIEWED), operator: 'eq' }, ...(task.search ?? [])],
    },
    signal,
  )

/** The orders that wait, oldest first. One is opened by a press or by scanning its number. */
export function OrderChoice({ task, choose }: { task: OrderTask; choose: (id: number) => void }) {
  const { t } = useTranslation()
  const shop = usePermission(SHOP_ORDERS.page)
  const sends = SHOP_ORDERS.actions.every((action) => shop(action))
  const fetched = useRemembered(`clerk ${task.name}`, (signal) => reviewed(task, signal))
  useTopics([task.topic], fetched.reload)
  // A transfer that is in transit has nothing more to send, and one that has not left nothing to take in.
  // No step of a shop's order is open to a person but the sending of its parcel.
  const waiting = (rows: readonly OrderRow[]): OrderRow[] =>
    rows.filter(
      ({ allowed, shop_order_id }) =>
        allowed.includes(task.step) || (task.parcels && sends && !!shop_order_id),
    )
  const list = waiting(fetched.data?.list ?? [])

  const scanned = ({ raw }: Scan): void => {
    const isIt = (row: OrderRow): boolean =>
      task.number(row) === raw || row.order_no === raw || row.shop_order_no === raw
    const open = (rows: readonly OrderRow[]): boolean => {
      const found = rows.find(isIt)
      if (!found) return false
      signalScan(true)
      choose(found.id)
      return true
    }
    const missing = (): void => {
      signalScan(false)
      Message.warning(t('clerk.noOrder', { code: raw }))
    }
    if (open(list)) return
    reviewed(task, undefined, raw).then(({ list: found }) => open(waiting(found)) || missing(), missing)
  }
  useScanner(scanned)

  return (
    <>
      <div className={classes.scan}>
        <span>{t('clerk.scanOrder')}</span>
        <ScanButton large scanned={scanned} />
      </div>
      {fetched.error && !fetched.data ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !fetched.data ? (
        <Waiting rows={6} />
      ) : list.length === 0 ? (
        <Nothing text={t('clerk.noOrders')} />
      ) : (
        <ul className={classes.orders}>
          {list.map((row) => (
            <li key={row.id}>
              <button type="button" className={classes.order} onClick={() => choose(row.id)}>
                <strong>{task.number(row)}</strong>
                <span>
                  {row.shop_order_id && `${t('clerk.shopOrder')} `}
                  {task.about(row) ?? '–'}
                </span>
                <span className={classes.dim}>
                  {task.at(row) ?? '–'} · {t('orders.linesCount', { count: row.line_count })}
                </span>
                {addsUp(row) && (
                  <span className={classes.dim}>
                    <Numeral value={task.moved(row)} /> /{' '}
                    <Numeral value={row.total_quantity} unit={row.unit?.name} />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
