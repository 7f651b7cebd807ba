import { Alert, Button, DatePicker, Modal, Tag, Timeline } from '@arco-design/web-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http, type Schema } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useAllowedAt } from '@/shared/hooks/useAllowedAt'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { randomId } from '@/shared/randomId'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { ReasonField } from '@/shared/ui/ReasonField'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { moment } from '@/shared/ui/time'
import classes from './closing.module.css'

const URL = '/admin/warehouse.MonthClosing'

type Act = 'close' | 'reopen'
type Books = Schema<'BooksRow'>

/** The month after one of the form `2026-01`. */
function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** The books of warehouses: closing a month, and opening one again. */
export default function MonthClosingPage() {
  const { t } = useTranslation()
  const can = usePermission('warehouse/monthClosing')
  const at = useAllowedAt('warehouse/monthClosing')
  const may = (action: Act, books: Books): boolean => can(action) && at(action, books.id)
  const { show } = useProblem()
  const fetched = useFetched(URL, (signal) => http.get(`${URL}/index`, {}, signal))
  const [asking, setAsking] = useState<{ action: Act; books: Books } | null>(null)
  const [month, setMonth] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, submit } = useSubmit(show)
  // One number for one intention: a second press after a lost answer must not do it twice.
  const command = useRef(randomId())
  const latest = fetched.data?.latest ?? ''

  const begin = (action: Act, books: Books): void => {
    command.current = randomId()
    const next = books.closed_month ? after(books.closed_month) : latest
    setMonth(action === 'reopen' ? books.closed_month : next > latest ? latest : next)
    setReason('')
    setTried(false)
    setAsking({ action, books })
  }
  const send = (): void => {
    if (!asking) return
    setTried(true)
    if (!month || lacksReason) return
    const sent = {
      warehouses_id: asking.books.id,
      month,
      reason: reason.trim() || null,
      command_id: command.current,
    }
    void submit(
      () => http.post(`${URL}/${asking.action}`, sent, { announce: true }),
      () => {
        setAsking(null)
        fetched.reload()
      },
    )
  }
  const lacksReason = asking?.action === 'reopen' && !reason.trim()
  const left =
    asking?.books.open.filter((one) => one.month <= month).reduce((sum, one) => sum + one.orders, 0) ?? 0

  return (
    <Page
      title={t('closing.title')}
      remark={t('closing.remark')}
      actions={<RefreshButton refresh={fetched.reload} />}
    >
      {fetched.error ? (
        <Card>
          <Problem error={fetched.error} retry={fetched.reload} />
        </Card>
      ) : !fetched.data ? (
        <Card>
          <Waiting rows={6} />
        </Card>
      ) : fetched.data.list.length === 0 ? (
        <Card>
          <Nothing />
        </Card>
      ) : (
        fetched.data.list.map((books) => (
          <Card key={books.id} label={books.name}>
            <div className={classes.head}>
              <div>
                <h2>{books.name}</h2>
                <div className={classes.fact}>
                  {books.closed_month ? (
                    <>
                      {t('closing.closedThrough')} <Tag color="green">{books.closed_month}</Tag>
                    </>
                  ) : (
                    t('closing.none')
                  )}
                </div>
                {books.open.length > 0 && (
                  <div className={classes.fact}>
                    {t('closing.open')}{' '}
                    {books.open.map(({ month: of, orders }) => (
                      <Tag key={of}>{t('closing.openOrders', { month: of, count: orders })}</Tag>
                    ))}
                  </div>
                )}
              </div>
              <div className={classes.actions}>
                {may('reopen', books) && books.closed_month && (
                  <Button onClick={() => begin('reopen', books)}>{t('closing.reopen')}</Button>
                )}
                {may('close', books) && books.closed_month < latest && (
                  <Button type="primary" onClick={() => begin('close', books)}>
                    {t('closing.close')}
                  </Button>
                )}
              </div>
            </div>
            {books.history.length === 0 ? (
              <p className={classes.quiet}>{t('closing.noHistory')}</p>
            ) : (
              <Timeline>
                {books.history.map((entry, index) => (
                  <Timeline.Item
                    key={`${entry.at} ${index}`}
                    label={`${entry.nickname ?? '–'} ${moment(entry.at, 'YYYY-MM-DD HH:mm:ss')}`}
                  >
                    {t(`closing.actions.${entry.action}`, { month: entry.month })}
                    {entry.reason ? `: ${entry.reason}` : ''}
                  </Timeline.Item>
                ))}
              </Timeline>
            )}
          </Card>
        ))
      )}
      <Modal
        visible={asking !== null}
        title={asking ? `${t(`closing.${asking.action}`)} · ${asking.books.name}` : ''}
        onCancel={() => setAsking(null)}
        onOk={send}
        confirmLoading={busy}
        className={classes.ask}
      >
        <p>{asking && t(`closing.${asking.action}Hint`)}</p>
        {asking?.action === 'close' && left > 0 && (
          <Alert type="warning" content={t('closing.stillOpen', { count: left })} className={classes.gap} />
        )}
        <label data-required="true">{t('closing.month')}</label>
        <DatePicker.MonthPicker
          aria-label={t('closing.month')}
          value={month || undefined}
          onChange={(value) => setMonth(value || '')}
          disabledDate={(day) => day.format('YYYY-MM') > latest}
          error={tried && !month}
          className={classes.wide}
        />
        {tried && !month && (
          <div className={classes.fault} role="alert">
            {t('closing.monthNeeded')}
          </div>
        )}
        <ReasonField
          value={reason}
          change={setReason}
          lacks={tried && lacksReason}
          optional={asking?.action === 'close'}
        />
      </Modal>
    </Page>
  )
}
