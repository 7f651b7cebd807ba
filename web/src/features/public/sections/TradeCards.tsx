import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../art/Icon'
import { TradeArt } from '../art/TradeArt'
import { tradePath, type Trade } from '../layout/places'
import classes from './sections.module.css'

/** The way to each industry, with its drawing. */
export function TradeCards({ list }: { list: readonly { trade: Trade; text: string }[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.trades}>
      {list.map(({ trade, text }) => (
        <li key={trade}>
          <Link to={tradePath(trade)} className={classes.trade}>
            <TradeArt trade={trade} />
            <h3>
              {t(`site.nav.${trade}`)}
              <Icon name="right" size={18} />
            </h3>
            <p>{text}</p>
          </Link>
        </li>
      ))}
    </ul>
  )
}
