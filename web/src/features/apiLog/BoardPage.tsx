import { Alert, Radio } from '@arco-design/web-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { http } from '@/shared/http'
import { shown } from '@/shared/number/decimal'
import { preferences } from '@/shared/preferences/store'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './apiLog.module.css'
import {
  callerLink,
  LOG,
  logLink,
  milliseconds,
  percent,
  perSecond,
  RANGES,
  rangeOf,
  timesOf,
  type Board,
} from './figures'

const CallChart = lazy(() => import('./CallChart'))

const CONFIG = 'api/config'
/** Milliseconds of a second, for the present. */
const SECOND_MS = 1_000

interface Row {
  key: string
  name: string
  /** Nothing where the log may not be seen. */
  link?: string
  figures: readonly string[]
}

/** Named rows of figures, each a link to the lines that it counts. */
function Figures({
  title,
  columns,
  rows,
}: {
  title: string
  columns: readonly string[]
  rows: readonly Row[]
}) {
  return (
    <Card label={title}>
      <h2 className={classes.title}>{title}</h2>
      {rows.length === 0 ? (
        <Nothing />
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <td />
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, link, figures }) => (
                <tr key={key}>
                  <th scope="row">{link ? <RouteLink to={link}>{name}</RouteLink> : name}</th>
                  {figures.map((figure, place) => (
                    <td key={columns[place]}>{figure}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

function Figure({
  name,
  link,
  alert,
  children,
}: {
  name: string
  link?: string
  alert?: boolean
  children: ReactNode
}) {
  const body = (
    <>
      <span>{name}</span>
      <strong>{children}</strong>
    </>
  )
  return link ? (
    <RouteLink to={link} className={classes.figure} data-alert={alert}>
      {body}
    </RouteLink>
  ) : (
    <div className={classes.figure} data-alert={alert}>
      {body}
    </div>
  )
}

function Content({ board }: { board: Board }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { dark } = useSnapshot(preferences)
  const opens = usePermission(LOG)('index')
  const times = timesOf(board.since, board.until - board.since)
  const link = (filters: Readonly<Record<string, string>>): string | undefined =>
    opens ? logLink({ ...filters, create_time: times }) : undefined
  const [calls, refusals, errors] = [t('apiLog.calls'), t('apiLog.refusals'), t('apiLog.errors')]
  return (
    <>
      <div className={classes.figures}>
        <Figure name={calls} link={link({})}>
          {shown(board.calls)}
        </Figure>
        <Figure name={t('apiLog.perSecond')}>{perSecond(board, Date.now() / SECOND_MS)}</Figure>
        <Figure name={t('apiLog.errorRate')} alert={board.errors > 0} link={link({ status: '500,599' })}>
          {percent(board.errors, board.calls)}%
        </Figure>
        <Figure name={t('apiLog.refusalRate')}>{percent(board.refusals, board.calls)}%</Figure>
        <Figure name={t('apiLog.p50')}>{milliseconds(board.p50)} ms</Figure>
        <Figure name={t('apiLog.p99')}>{milliseconds(board.p99)} ms</Figure>
        <Figure name={t('apiLog.dropped')} alert={board.dropped > 0}>
          {shown(board.dropped)}
        </Figure>
      </div>
      <Card label={t('apiLog.chart')}>
        <h2 className={classes.title}>{t('apiLog.chart')}</h2>
        {board.calls === 0 ? (
          <Nothing text={t('apiLog.noCalls')} />
        ) : (
          <Suspense fallback={<Waiting rows={8} />}>
            <CallChart
              bars={board.bars}
              step={board.step}
              dark={dark}
              open={
                opens ? (at) => void navigate(logLink({ create_time: timesOf(at, board.step) })) : undefined
              }
            />
          </Suspense>
        )}
      </Card>
      <div className={classes.lists}>
        <Figures
          title={t('apiLog.slowest')}
          columns={['p50', 'p99', t('apiLog.max'), calls]}
          rows={board.slowest.map(({ route, p50, p99, max, calls: count }) => ({
            key: route,
            name: route,
            link: link({ route, order: 'ms,desc' }),
            figures: [milliseconds(p50), milliseconds(p99), milliseconds(max), shown(count)],
          }))}
        />
        <Figures
          title={t('apiLog.failing')}
          columns={[errors, refusals, calls]}
          rows={board.failing.map(({ route, errors: failed, refusals: refused, calls: count }) => ({
            key: route,
            name: route,
            link: link({ route }),
            figures: [shown(failed), shown(refused), shown(count)],
          }))}
        />
        <Figures
          title={t('apiLog.callers')}
          columns={[calls, errors, refusals, 'p99']}
          rows={board.callers.map((caller) => ({
            key: `${caller.kind}:${caller.id}`,
            name: [t(`apiLog.kinds.${caller.kind}`), caller.name].filter(Boolean).join(' '),
            link: opens ? callerLink(caller, times) : undefined,
            figures: [
              shown(caller.calls),
              shown(caller.errors),
              shown(caller.refusals),
              milliseconds(caller.p99),
            ],
          }))}
        />
      </div>
      <p className={classes.note}>{t('apiLog.precision')}</p>
    </>
  )
}

/** Calls of the API: how many, how slow, which fail, and who calls. Each figure leads to the lines of the log. */
export default function BoardPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const range = rangeOf(search.get('range'))
  const configures = usePermission(CONFIG)('index')
  const fetched = useFetched(range, (signal) => http.get('/admin/api.Board/index', { range }, signal))
  const board = fetched.data
  return (
    <Page
      title={t('apiLog.board')}
      remark={t('apiLog.boardText')}
      actions={
        <>
          <Radio.Group
            type="button"
            value={range}
            aria-label={t('apiLog.range')}
            onChange={(chosen: string) => setSearch({ range: chosen }, { replace: true })}
            options={RANGES.map((each) => ({ value: each, label: t(`apiLog.ranges.${each}`) }))}
          />
          <RefreshButton refresh={fetched.reload} />
        </>
      }
    >
      {board && !board.enabled && (
        <Alert
          type="warning"
          content={
            <>
              {t('apiLog.off')}{' '}
              {configures && <RouteLink to={`/admin/${CONFIG}`}>{t('apiLog.toConfig')}</RouteLink>}
            </>
          }
        />
      )}
      {fetched.failure ? (
        <Card>
          <Problem error={fetched.failure} retry={fetched.reload} />
        </Card>
      ) : board ? (
        <Content board={board} />
      ) : (
        <Card>
          <Waiting rows={8} />
        </Card>
      )}
    </Page>
  )
}
