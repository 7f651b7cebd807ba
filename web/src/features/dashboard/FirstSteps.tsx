import { Button } from '@arco-design/web-react'
import { IconCheckCircleFill, IconClose } from '@arco-design/web-react/icon'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { showColumn, views } from '@/resource/list/views'
import { http, type Schema } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import { hasPermission, session } from '@/shared/session/store'
import { Card } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './dashboard.module.css'
import { nodeOf } from './figures'

type Done = Schema<'FirstStepsView'>

/** What sets up a company, in the order in which one thing needs the other, with the page where it is done. */
const STEPS = [
  { name: 'company', link: '/admin/routine/config?group=company' },
  { name: 'warehouse', link: '/admin/warehouse/warehouse' },
  { name: 'area', link: '/admin/warehouse/warehouseArea' },
  { name: 'shelf', link: '/admin/warehouse/warehouseShelf' },
  { name: 'unit', link: '/admin/warehouse/unit' },
  { name: 'product', link: '/admin/warehouse/product' },
  { name: 'partners', link: '/admin/warehouse/supplier' },
  { name: 'stock', link: '/admin/warehouse/adjustmentOrder' },
  { name: 'people', link: '/admin/auth/group' },
  { name: 'carrier', link: '/admin/warehouse/carrier' },
  { name: 'contact', link: '/admin/routine/config?group=company' },
  { name: 'shop', link: '/admin/shop/goods/goods' },
] as const satisfies readonly { name: keyof Done; link: string }[]

/** Whose changes tick a step. */
const TOPICS = [
  'routine.Config',
  'warehouse.Warehouse',
  'warehouse.WarehouseArea',
  'warehouse.WarehouseShelf',
  'warehouse.Unit',
  'warehouse.Product',
  'warehouse.Supplier',
  'warehouse.Customer',
  'warehouse.Carrier',
  'auth.Admin',
  'shop.goods.Goods',
].map((controller) => `resource:${controller}`)

const SETS_UP = 'warehouse/warehouse/add'
/** Where it is kept that somebody has put them away, as columns are that somebody hides. */
const PAGE = 'dashboard'
const PART = 'firstSteps'

function Steps() {
  const { t } = useTranslation()
  const { permissions } = useSnapshot(session)
  const fetched = useFetched('first steps', (signal) => http.get('/admin/Dashboard/firstSteps', {}, signal))
  useTopics([...TOPICS, 'inventory'], fetched.reload)
  const seenOpen = useRef(false)
  const done = fetched.data
  // The figures of the dashboard say what is wrong, if there is no answer.
  if (!done) return null
  const steps = STEPS.filter(({ link }) => hasPermission(permissions, nodeOf(link)))
  const finished = steps.filter(({ name }) => done[name]).length
  const next = steps.find(({ name }) => !done[name])
  // A company that is set up is not told so each morning; who has just finished sees it.
  seenOpen.current ||= next !== undefined
  if (!seenOpen.current) return null
  return (
    <Card label={t('dashboard.first.title')}>
      <div className={classes.stepsHead}>
        <h2 className={classes.title}>{t('dashboard.first.title')}</h2>
        <span>{t('dashboard.first.count', { done: finished, all: steps.length })}</span>
        <progress
          className={classes.stepsBar}
          aria-label={t('dashboard.first.title')}
          max={Math.max(steps.length, 1)}
          value={steps.length > 0 ? finished : 1}
        />
        <Button
          type="text"
          size="small"
          icon={<IconClose />}
          onClick={() => {
            showColumn(PAGE, PART, false)
          }}
        >
          {t('dashboard.first.dismiss')}
        </Button>
      </div>
      <ol className={classes.steps}>
        {steps.map(({ name, link }, index) => (
          <li key={name} data-done={done[name]} data-next={name === next?.name}>
            <span
              className={classes.tick}
              {...(done[name]
                ? { role: 'img', 'aria-label': t('dashboard.first.done') }
                : { 'aria-hidden': true })}
            >
              {done[name] ? <IconCheckCircleFill /> : index + 1}
            </span>
            <div>
              <RouteLink to={link}>{t(`dashboard.first.${name}`)}</RouteLink>
              <p>{t(`dashboard.first.${name}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The first steps, for people who may set up the company, until they put them away. */
export function FirstSteps() {
  const { permissions } = useSnapshot(session)
  const { of } = useSnapshot(views)
  if (of[PAGE]?.shown[PART] === false || !hasPermission(permissions, SETS_UP)) return null
  return <Steps />
}
