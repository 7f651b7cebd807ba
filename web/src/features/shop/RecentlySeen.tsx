import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { seenGoods } from './kept'
import { Picture } from './Picture'
import classes from './seen.module.css'

/** Goods that were seen in this browser, the last first. */
export default function RecentlySeen({ but = 0 }: { but?: number }) {
  const { t } = useTranslation()
  const list = seenGoods().filter(({ id }) => id !== but)
  if (list.length === 0) return null
  return (
    <section className={classes.seen} aria-labelledby="recently-seen">
      <h2 id="recently-seen">{t('shopMore.seen')}</h2>
      <ul>
        {list.map(({ id, name, image }) => (
          <li key={id}>
            <RouteLink to={`/shop/goods/${id}`}>
              <span className={classes.shot}>
                <Picture src={image} alt="" size={160} />
              </span>
              <span className={classes.name}>{name}</span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
