import { Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { http, type Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { Opens } from './figureLinks'
import classes from './figures.module.css'

type Day = Schema<'ShopDay'>

/** Sums of a day or a month. */
interface Span {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  key: string
  orders: number
  buyers: number
  paid: string
  refunded: string
}

/** How much of the largest an amount is, in per cent. */
export function shareOf(amount: string | number, largest: number): number {
  const value = Number(decimal(amount) ?? 0)
  return largest > 0 ? Math.max(0, Math.min(100, (value / largest) * 100)) : 0
}

const NAMES = ['orders', 'buyers', 'paid', 'refunded'] as const

/** Columns to look at, a table to read. */
function Columns({ spans, label, head }: { spans: readonly Span[]; label: string; head: string }) {
  const { t } = useTranslation()
  const largest = spans.reduce((most, { paid }) => Math.max(most, Number(paid)), 0)
  if (largest === 0) return <Nothing text={t('shopOffice.figures.noTurnover')} />
  return (
    <>
      <div className={classes.scale} aria-hidden>
        <Numeral value={largest.toFixed(2)} money />
      </div>
      <div className={classes.chart} role="group" aria-label={label}>
        {spans.map((span) => (
          <Opens
            key={span.key}
            counted="paid"
            span={span.key}
            className={classes.column}
            label={t('shopOffice.figures.ofDay', { day: span.key, paid: span.paid, count: span.orders })}
          >
            <span style={{ height: `${shareOf(span.paid, largest)}%` }} />
          </Opens>
        ))}
      </div>
      <div className={classes.ends}>
        <span>{spans[0]?.key}</span>
        <span>{spans.at(-1)?.key}</span>
      </div>
      <details>
        <summary>{t('shopOffice.figures.asTable')}</summary>
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
          <table className={classes.plain}>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {NAMES.map((name) => (
                  <th key={name} scope="col">
                    {t(`shopOffice.figures.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...spans].reverse().map((span) => (
                <tr key={span.key}>
                  <th scope="row">{span.key}</th>
                  <td>
                    <Opens counted="paid" span={span.key}>
                      {span.orders}
                    </Opens>
                  </td>
                  <td>
                    <Opens counted="paid" span={span.key}>
                      {span.buyers}
                    </Opens>
                  </td>
                  <td>
                    <Opens counted="paid" span={span.key}>
                      <Numeral value={span.paid} money />
                    </Opens>
                  </td>
                  <td>
                    <Opens counted="refunded" span={span.key}>
                      <Numeral value={span.refunded} money />
                    </Opens>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}

function Months({ turn }: { turn: number }) {
  const { t } = useTranslation()
  const fetched = useFetched(`shop months ${turn}`, (signal) =>
    http.get('/admin/shop.Dashboard/months', undefined, signal),
  )
  if (!fetched.data)
    return fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting rows={6} />
  const spans = fetched.data.list.map(({ month, ...rest }) => ({ key: month, ...rest }))
  return <Columns spans={spans} label={t('shopDesk.figures.months')} head={t('shopDesk.figures.month')} />
}

/** Turnover by day, or by month; another `turn` asks for the months again. */
export function Turnover({ days, turn }: { days: readonly Day[]; turn: number }) {
  const { t } = useTranslation()
  const [by, setBy] = useState<'days' | 'months'>('days')
  return (
    <>
      <div className={classes.headRow}>
        <h2 className={classes.head}>
          {t(by === 'days' ? 'shopOffice.figures.turnover' : 'shopDesk.figures.months')}
        </h2>
        <Radio.Group
          type="button"
          size="small"
          aria-label={t('shopDesk.figures.by')}
          value={by}
          onChange={setBy}
          options={[
            { value: 'days', label: t('shopDesk.figures.byDay') },
            { value: 'months', label: t('shopDesk.figures.byMonth') },
          ]}
        />
      </div>
      {by === 'days' ? (
        <Columns
          spans={days.map(({ day, ...rest }) => ({ key: day, ...rest }))}
          label={t('shopOffice.figures.turnover')}
          head={t('shopOffice.figures.day')}
        />
      ) : (
        <Months turn={turn} />
      )}
    </>
  )
}
