import { Alert, Button, Modal, Progress } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { act } from './commands'
import type { Kind } from './kinds'
import { orderNumber, type OrderRow } from './model'
import classes from './orders.module.css'

/** What became of one of the orders. */
interface Reviewed {
  row: OrderRow
  /** Why it was not reviewed; empty for one that was. */
  refusal: string
}

interface Props {
  kind: Kind
  rows: readonly OrderRow[]
  /** Hears which were reviewed, once all were decided on. */
  done: (reviewed: readonly number[]) => void
}

/** Reviews several orders, one by one: each is decided on by itself, and the report says which were not reviewed and why. */
export function ReviewMany({ kind, rows, done }: Props) {
  const { t } = useTranslation()
  const [all, setAll] = useState<readonly OrderRow[] | null>(null)
  const [report, setReport] = useState<readonly Reviewed[]>([])
  const [running, setRunning] = useState(false)

  const run = async (): Promise<void> => {
    setRunning(true)
    const found: Reviewed[] = []
    for (const row of all ?? []) {
      // Reviews of the same goods must not run at once: the first that was chosen gets them.
      const refusal = await act(kind, 'audit', row, {}, {}).then(
        () => '',
        (error: unknown) =>
          error instanceof ApiError
            ? error.message || t(error.options.key ?? 'error.unknown')
            : String(error),
      )
      found.push({ row, refusal })
      setReport([...found])
    }
    setRunning(false)
  }
  const close = (): void => {
    if (running) return
    const reviewed = report.filter(({ refusal }) => refusal === '').map(({ row }) => row.id)
    if (report.length > 0) done(reviewed)
    setAll(null)
    setReport([])
  }
  const over = all !== null && report.length === all.length
  const went = report.filter(({ refusal }) => refusal === '').length
  return (
    <>
      <Button size="small" data-action="review-many" onClick={() => setAll(rows)}>
        {t('orders.audit')}
      </Button>
      {all && (
        <Modal
          visible
          title={t('orders.reviewMany.title', { count: all.length })}
          onCancel={close}
          maskClosable={false}
          footer={
            over ? (
              <Button type="primary" onClick={close}>
                {t('common.close')}
              </Button>
            ) : (
              <>
                <Button disabled={running} onClick={close}>
                  {t('common.cancel')}
                </Button>
                <Button type="primary" loading={running} onClick={() => void run()}>
                  {t('orders.audit')}
                </Button>
              </>
            )
          }
        >
          {report.length === 0 ? (
            <p className={classes.hint}>{t('orders.reviewMany.hint')}</p>
          ) : (
            <>
              {!over && <Progress percent={Math.round((report.length / all.length) * 100)} />}
              {over && (
                <Alert
                  type={went === all.length ? 'success' : 'warning'}
                  content={t('orders.reviewMany.report', { went, count: all.length })}
                />
              )}
              <ul className={classes.reserved} aria-label={t('orders.reviewMany.refused')}>
                {report
                  .filter(({ refusal }) => refusal !== '')
                  .map(({ row, refusal }) => (
                    <li key={row.id}>
                      <strong>{orderNumber(kind, row)}</strong> {refusal}
                    </li>
                  ))}
              </ul>
            </>
          )}
        </Modal>
      )}
    </>
  )
}

/** The rows that were chosen, as they were shown, on this page of the list or on others. */
export const chosenRows = (
  seen: ReadonlyMap<number, OrderRow>,
  ids: readonly number[],
): readonly OrderRow[] => ids.flatMap((id) => seen.get(id) ?? [])
