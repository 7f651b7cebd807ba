import { useTranslation } from 'react-i18next'
import { fullUrl } from '@/shared/upload/address'
import { RouteLink } from '@/shared/ui/RouteLink'
import type { ArticleItem } from './api'
import classes from './articles.module.css'

/** What an article is about: its section of the help centre, or its trade. */
export function ArticleTag({ item }: { item: Pick<ArticleItem, 'industry' | 'section_name'> }) {
  const { t } = useTranslation()
  const text = item.section_name || (item.industry && t(`articles.trade.${item.industry}`))
  return text ? <span className={classes.tag}>{text}</span> : null
}

/** Articles with their pictures, side by side. */
export function ArticleCards({ list }: { list: readonly ArticleItem[] }) {
  return (
    <ul className={classes.cards}>
      {list.map((item) => (
        <li key={item.path}>
          <RouteLink to={item.path} className={classes.card}>
            <span className={classes.cover}>
              {item.cover && <img src={fullUrl(item.cover)} alt={item.cover_alt} loading="lazy" />}
            </span>
            <span className={classes.words}>
              <ArticleTag item={item} />
              <strong>{item.title}</strong>
              <span>{item.summary}</span>
            </span>
          </RouteLink>
        </li>
      ))}
    </ul>
  )
}
