import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { hasPermission, session } from '@/shared/session/store'
import { Card } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './dashboard.module.css'
import { movedUnits, nodeOf } from './figures'
import type { Data } from './types'

/** What sets up a company, in the order in which one thing needs the other, with the page where it is done. */
const STEPS = [
  { name: 'company', link: '/admin/routine/config' },
  { name: 'warehouse', link: '/admin/warehouse/warehouse' },
  { name: 'places', link: '/admin/warehouse/warehouseArea' },
  { name: 'unit', link: '/admin/warehouse/unit' },
  { name: 'product', link: '/admin/warehouse/product' },
  { name: 'partner', link: '/admin/warehouse/supplier' },
  { name: 'stock', link: '/admin/warehouse/adjustmentOrder' },
  { name: 'people', link: '/admin/auth/group' },
  { name: 'contact', link: '/admin/site/content' },
  { name: 'shop', link: '/admin/shop/goods/goods' },
] as const

const SETS_UP = 'warehouse/warehouse/add'

/** The first steps, for people who may set up the company, until goods have moved. */
export function FirstSteps({ data }: { data: Data }) {
  const { t } = useTranslation()
  const { permissions } = useSnapshot(session)
  if (movedUnits(data).size > 0 || !hasPermission(permissions, SETS_UP)) return null
  const done: Partial<Record<string, boolean>> = {
    warehouse: Number(data.cards.warehouses) > 0,
    product: Number(data.cards.products) > 0,
  }
  return (
    <Card label={t('dashboard.first.title')}>
      <h2 className={classes.title}>{t('dashboard.first.title')}</h2>
      <ol className={classes.steps}>
        {STEPS.filter(({ link }) => hasPermission(permissions, nodeOf(link))).map(({ name, link }) => (
          <li key={name}>
            <RouteLink to={link}>{t(`dashboard.first.${name}`)}</RouteLink>
            <span>
              {done[name] && `${t('dashboard.first.done')} · `}
              {t(`dashboard.first.${name}Text`)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
