import { Message } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useTopics } from '@/shared/hooks/useTopics'
import { signalScan } from '@/shared/scan/signal'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import classes from './clerk.module.css'
import { ScanBox } from './ScanBox'
import { useRemembered } from './useRemembered'

/** Sheets in this state are being counted. */
const COUNTING = 0
const LIMIT = 50

/** The sheets that are being counted, oldest first. One is opened by a press or by scanning its number. */
export function CountChoice({ choose }: { choose: (id: number) => void }) {
  const { t } = useTranslation()
  const fetched = useRemembered('clerk counts', (signal) =>
    http.get(
      '/admin/warehouse.StockCount/index',
      {
        limit: LIMIT,
        order: 'id,asc',
        search: [{ field: 'status', val: String(COUNTING), operator: 'eq' }],
      },
      signal,
    ),
  )
  useTopics(['resource:warehouse.StockCount'], fetched.reload)
  const list = fetched.data?.list ?? []
  return (
    <>
      <ScanBox
        hint={t('clerk.scanSheet')}
        scanned={({ raw }) => {
          const sheet = list.find(({ count_no }) => count_no === raw)
          signalScan(sheet !== undefined)
          if (sheet) choose(sheet.id)
          else Message.warning(t('clerk.noSheet', { code: raw }))
        }}
      />
      {fetched.error && !fetched.data ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !fetched.data ? (
        <Waiting rows={6} />
      ) : list.length === 0 ? (
        <Nothing text={t('clerk.noSheets')} />
      ) : (
        <ul className={classes.orders}>
          {list.map(({ id, count_no, warehouses, counted_count, line_count, remark }) => (
            <li key={id}>
              <button type="button" className={classes.order} onClick={() => choose(id)}>
                <strong>{count_no}</strong>
                <span>{warehouses?.name ?? '–'}</span>
                <span className={classes.dim}>
                  {t('clerk.countedOf', { counted: counted_count, all: line_count })}
                  {remark && ` · ${remark}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
