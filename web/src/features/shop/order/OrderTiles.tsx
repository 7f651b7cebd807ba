import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { memberHttp } from '@/shared/http/member'
import { RouteLink } from '@/shared/ui/RouteLink'
import { CountMark } from '../CountMark'
import { Icon } from '../Icon'
import type { Counts } from './calls'
import classes from './tiles.module.css'

const TILES = [
  ['1', 'to_pay', 'card'],
  ['2', 'to_ship', 'box'],
  ['3', 'to_receive', 'truck'],
  ['4', 'to_evaluate', 'star'],
  ['refunds', 'refunds', 'back'],
] as const satisfies readonly (readonly [string, keyof Counts, string])[]

/** One's orders by what is to be done with them, each with how many there are. */
export function OrderTiles() {
  const { t } = useTranslation()
  const counts = useFetched('order counts', (signal) => memberHttp.get('/api/shop.Order/counts', {}, signal))
  return (
    <nav aria-label={t('member.orders.title')}>
      <header className={classes.head}>
        <h2>{t('member.orders.title')}</h2>
        <RouteLink to="/user/shop/orders">{t('member.orders.all')}</RouteLink>
      </header>
      <ul className={classes.tiles}>
        {TILES.map(([tab, name, icon]) => {
          const count = counts.data?.[name] ?? 0
          return (
            <li key={tab}>
              <RouteLink to={`/user/shop/orders?tab=${tab}`}>
                <span className={classes.mark}>
                  <Icon name={icon} size={24} />
                  <CountMark count={count} />
                </span>
                {t(`member.orders.${name}`)}
              </RouteLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
