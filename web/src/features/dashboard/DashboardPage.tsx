import { Button, Dropdown, Menu, Spin } from '@arco-design/web-react'
import { IconDown } from '@arco-design/web-react/icon'
import dayjs from 'dayjs'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { KINDS } from '@/features/orders'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import { liveStore } from '@/shared/live'
import { preferences } from '@/shared/preferences/store'
import { session } from '@/shared/session/store'
import { decimal, shown } from '@/shared/number/decimal'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './dashboard.module.css'
import type { Cards, Month } from './types'
import { WorkingTimer } from './WorkingTimer'

const FlowChart = lazy(() => import('./FlowChart'))

const HOURS: readonly [before: number, key: string][] = [
  [5, 'night'],
  [9, 'early'],
  [12, 'morning'],
  [14, 'noon'],
  [18, 'afternoon'],
  [24, 'evening'],
]

/** A figure with the list that it counts. */
interface Figure {
  name: keyof Cards
  link: string
  alert?: boolean
  digits?: number
}

const CARDS: readonly Figure[] = [
  { name: 'to_review', link: `/admin/${KINDS.inbound.page}?status=0`, alert: true },
  ...Object.values(KINDS).flatMap(({ card, page }): Figure[] =>
    card ? [{ name: card, link: `/admin/${page}?status=1`, alert: true }] : [],
  ),
  { name: 'below_safety', link: '/admin/warehouse/inventory?below_safety=1', alert: true },
  { name: 'stock_value', link: '/admin/warehouse/inventory', digits: 2 },
  { name: 'products', link: '/admin/warehouse/product' },
  { name: 'warehouses', link: '/admin/warehouse/warehouse' },
  { name: 'unread', link: '/admin/notification/index' },
]

const MONTHS = 12

/** The last twelve months, oldest first; a month without movements has zeros. */
function lastMonths(rows: readonly Month[], unit: number): Month[] {
  const nothing = { in_quantity: '0', in_amount: '0', out_quantity: '0', out_amount: '0' }
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = dayjs()
      .startOf('month')
      .subtract(MONTHS - 1 - index, 'month')
      .format('YYYY-MM')
    return (
      rows.find((row) => row.month === month && row.unit_id === unit) ?? { month, unit_id: unit, ...nothing }
    )
  })
}

export default function DashboardPage() {
  const { t } = useTranslation()
  const { admin } = useSnapshot(session)
  const { dark } = useSnapshot(preferences)
  const { unread } = useSnapshot(liveStore)
  const fetched = useFetched('dashboard', (signal) => http.get('/admin/Dashboard/index', undefined, signal))
  useTopics(['dashboard'], fetched.reload)
  const [unit, setUnit] = useState<number | null>(null)
  const data = fetched.data
  const hour = dayjs().hour()
  const greeting = t(`dashboard.greeting.${HOURS.find(([before]) => hour < before)?.[1] ?? 'evening'}`)
  const moved = new Set(
    data?.months
      .filter((row) => decimal(row.in_quantity)?.gt(0) || decimal(row.out_quantity)?.gt(0))
      .map((row) => row.unit_id),
  )
  const chosen = unit ?? data?.units.find((one) => moved.has(one.id))?.id ?? data?.units[0]?.id ?? null
  const months = chosen === null ? [] : lastMonths(data?.months ?? [], chosen)

  return (
    <Page
      title={t('dashboard.hello', { greeting, name: admin?.nickname ?? '' })}
      remark={data?.remark || dayjs().format('YYYY-MM-DD')}
      actions={<WorkingTimer since={data?.first_sign_in_today ?? null} />}
    >
      {fetched.error && !data ? (
        <Card>
          <Problem error={fetched.error} retry={fetched.reload} />
        </Card>
      ) : !data ? (
        <Card>
          <Waiting rows={8} />
        </Card>
      ) : (
        <>
          <div className={classes.cards}>
            {CARDS.map(({ name, link, alert, digits }) => {
              const value = name === 'unread' ? unread : data.cards[name]
              return (
                <RouteLink
                  key={name}
                  to={link}
                  className={classes.card}
                  data-alert={alert && Number(value) > 0}
                >
                  <span>{t(`dashboard.${name}`)}</span>
                  <strong>{shown(value, digits)}</strong>
                </RouteLink>
              )
            })}
          </div>
          <Card label={t('dashboard.chart')}>
            <div className={classes.chartHead}>
              <div>
                <h2>{t('dashboard.chart')}</h2>
                <span>{t('dashboard.chartText')}</span>
              </div>
              {data.units.length > 0 && (
                <Dropdown
                  trigger="click"
                  position="br"
                  droplist={
                    <Menu
                      selectedKeys={chosen === null ? [] : [String(chosen)]}
                      onClickMenuItem={(id) => setUnit(Number(id))}
                    >
                      {data.units.map(({ id, name }) => (
                        <Menu.Item key={String(id)}>{name}</Menu.Item>
                      ))}
                    </Menu>
                  }
                >
                  <Button title={t('dashboard.unit')}>
                    {data.units.find(({ id }) => id === chosen)?.name} <IconDown />
                  </Button>
                </Dropdown>
              )}
            </div>
            {moved.size === 0 ? (
              <Nothing text={t('dashboard.noMoves')} />
            ) : (
              <Suspense
                fallback={
                  <div className={classes.waiting}>
                    <Spin />
                  </div>
                }
              >
                <FlowChart months={months} dark={dark} />
              </Suspense>
            )}
          </Card>
        </>
      )}
    </Page>
  )
}
