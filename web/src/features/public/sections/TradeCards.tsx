import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import { tradePath, type Trade } from '../layout/navigation'
import { useNear } from '@/shared/hooks/useNear'
import classes from './sections.module.css'

const TradeArt = lazy(() => import('../art/TradeArt').then((art) => ({ default: art.TradeArt })))

/** The way to each industry, with its drawing once somebody comes near. */
export function TradeCards({ list }: { list: readonly { trade: Trade; text: string }[] }) {
  const { t } = useTranslation()
  const [cards, near] = useNear<HTMLUListElement>('300px')
  return (
    <ul ref={cards} className={classes.trades}>
      {list.map(({ trade, text }) => (
        <li key={trade}>
          <RouteLink to={tradePath(trade)} className={classes.trade}>
            <div className={classes.shelf}>
              {near && (
                <Suspense fallback={null}>
                  <TradeArt trade={trade} />
                </Suspense>
              )}
            </div>
            <h3>
              {t(`site.nav.${trade}`)}
              <Icon path={ICONS.right} size={18} />
            </h3>
            <p>{text}</p>
          </RouteLink>
        </li>
      ))}
    </ul>
  )
}
