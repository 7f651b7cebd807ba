import { Button, DatePicker, Message, Pagination, Switch, Tag } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { moment } from '@/shared/ui/time'
import office from '../office/office.module.css'
import { exportMatch, fetchMatch, MATCH_LIMIT, runMatch, type MatchDay, type MatchRow } from './calls'
import classes from './match.module.css'

const PAGE = 'shop/match'

function Sums({ day }: { day: MatchDay }) {
  const { t } = useTranslation()
  const sides = [
    { name: 'paid', ours: day.paid_ours, theirs: day.paid_theirs },
    { name: 'back', ours: day.back_ours, theirs: day.back_theirs },
  ]
  return (
    <div className={office.scroll} tabIndex={0} role="region" aria-label={t('shopPay.match.sums')}>
      <table className={office.plain}>
        <thead>
          <tr>
            <th scope="col">{t('shopPay.match.sum')}</th>
            <th scope="col" className={office.right}>
              {t('shopPay.match.ours')}
            </th>
            <th scope="col" className={office.right}>
              {t('shopPay.match.theirs')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sides.map(({ name, ours, theirs }) => (
            <tr key={name}>
              <th scope="row">{t(`shopPay.match.${name}`)}</th>
              <td className={office.right}>
                <Numeral value={ours} money />
              </td>
              <td className={office.right}>
                <Numeral value={theirs} money />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Rows({ rows }: { rows: readonly MatchRow[] }) {
  const { t } = useTranslation()
  const amount = (value: string | null | undefined) => (value ? <Numeral value={value} money /> : '—')
  return (
    <div className={office.scroll} tabIndex={0} role="region" aria-label={t('shopPay.match.rows')}>
      <table className={office.plain}>
        <thead>
          <tr>
            {['kind', 'number', 'subject'].map((name) => (
              <th key={name} scope="col" className={name === 'subject' ? classes.subject : undefined}>
                {t(`shopPay.match.${name}`)}
              </th>
            ))}
            {['ours', 'theirs'].map((name) => (
              <th key={name} scope="col" className={office.right}>
                {t(`shopPay.match.${name}`)}
              </th>
            ))}
            <th scope="col">{t('shopPay.match.result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.no}>
              <td>{t(`shopPay.match.kinds.${row.kind}`)}</td>
              <td>
                {row.number}
                {row.subject !== row.number && <div className={classes.under}>{row.subject}</div>}
              </td>
              <td className={classes.subject}>{row.subject}</td>
              <td className={office.right}>{amount(row.ours)}</td>
              <td className={office.right}>{amount(row.theirs)}</td>
              <td>
                <Tag color={row.difference ? (row.open ? 'red' : 'gray') : 'green'}>
                  {t(row.difference ? `shopPay.match.differences.${row.difference}` : 'shopPay.match.alike')}
                </Tag>{' '}
                {row.note && <span className={office.hint}>{row.note}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The daily comparison: the providers' bills and the balances against what the shop has booked. */
export default function MatchPage() {
  const { t } = useTranslation()
  const { show } = useProblem()
  const can = usePermission(PAGE)
  const [search, setSearch] = useSearchParams()
  const day = search.get('day') ?? ''
  const differences = search.get('differences') === 'true'
  const [page, setPage] = useState(1)
  const [toRun, setToRun] = useState('')
  const { busy, submit } = useSubmit(show)
  const exporting = useSubmit(show)
  const key = `shop match ${day} ${differences} ${page}`
  const fetched = useFetched(key, (signal) => fetchMatch(day, differences, page, signal))
  const { data, failure } = fetched
  const shown = data?.days.find((of) => of.day === data.day)

  const choose = (next: Record<string, string>): void => {
    setPage(1)
    setSearch({ ...Object.fromEntries(search), ...next })
  }
  const run = (): void =>
    void submit(
      () => runMatch(toRun),
      (ran) => {
        choose({ day: ran.day })
        fetched.reload()
      },
    )
  const save = (): void =>
    void exporting.submit(
      () => exportMatch(data?.day ?? '', 'xlsx'),
      () => Message.success(t('shopPay.match.exporting')),
    )
  return (
    <Page
      title={t('shopPay.match.title')}
      remark={t('shopPay.match.remark')}
      actions={
        <>
          {can('run') && (
            <>
              <DatePicker
                className={classes.picker}
                value={toRun}
                onChange={setToRun}
                placeholder={t('shopPay.match.yesterday')}
                aria-label={t('shopPay.match.day')}
                disabledDate={(date) => !date.isBefore(new Date(), 'day')}
              />
              <Button type="primary" loading={busy} onClick={run}>
                {t('shopPay.match.run')}
              </Button>
            </>
          )}
          {can('export') && data?.day && (
            <Button loading={exporting.busy} onClick={save}>
              {t('shopPay.match.export')}
            </Button>
          )}
          <RefreshButton refresh={fetched.reload} />
        </>
      }
    >
      <Card>
        {failure ? (
          <Problem error={failure} retry={fetched.reload} />
        ) : !data ? (
          <Waiting rows={6} />
        ) : !shown ? (
          <Nothing text={t('shopPay.match.none')} />
        ) : (
          <div className={classes.split}>
            <ul className={classes.days} aria-label={t('shopPay.match.days')}>
              {data.days.map((of) => (
                <li key={of.day}>
                  <button
                    type="button"
                    aria-current={of.day === data.day}
                    onClick={() => choose({ day: of.day })}
                  >
                    <span>{of.day}</span>
                    <Tag color={!of.done ? 'orange' : of.differences > 0 ? 'red' : 'green'}>
                      {!of.done ? t('shopPay.match.open') : of.differences}
                    </Tag>
                  </button>
                </li>
              ))}
            </ul>
            <div className={classes.day}>
              <div className={office.row}>
                <strong>{shown.day}</strong>
                <span>{t('shopPay.match.found', { rows: shown.rows, differences: shown.differences })}</span>
                <span className={office.hint}>
                  {t('shopPay.match.ranAt', { time: moment(shown.run_at) })}
                </span>
              </div>
              {!shown.done && (
                <p className={classes.said} role="note">
                  {t('shopPay.match.noBill', { why: shown.said })}
                </p>
              )}
              <Sums day={shown} />
              <label className={classes.only}>
                <Switch
                  size="small"
                  checked={differences}
                  onChange={(on) => choose({ differences: String(on) })}
                />
                {t('shopPay.match.only')}
              </label>
              {data.list.length === 0 ? (
                <Nothing text={t('shopPay.match.noRows')} />
              ) : (
                <Rows rows={data.list} />
              )}
              {data.total > MATCH_LIMIT && (
                <Pagination
                  className={classes.pages}
                  total={data.total}
                  current={page}
                  pageSize={MATCH_LIMIT}
                  onChange={setPage}
                />
              )}
            </div>
          </div>
        )}
      </Card>
    </Page>
  )
}
