import { useTranslation } from 'react-i18next'
import { fullUrl } from '@/shared/upload/address'
import { moment } from '@/shared/ui/time'
import { RouteLink } from '@/shared/ui/RouteLink'
import { isTrade, tradePath } from '../layout/navigation'
import type { ArticleDetail, ArticleItem, ArticleKind } from './api'
import { ArticleTag } from './ArticleCards'
import { PLACES } from './kinds'
import classes from './articles.module.css'

/** The way back to the list that an article is in. */
function Above({ item }: { item: ArticleItem }) {
  const { t } = useTranslation()
  const ofTrade = item.kind === 'solution' && isTrade(item.industry) ? item.industry : null
  const place = PLACES[item.kind as ArticleKind]
  return (
    <nav className={classes.above} aria-label={t('articles.place')}>
      <RouteLink to="/">{t('site.nav.home')}</RouteLink>
      {(ofTrade !== null || place.path !== '/') && (
        <RouteLink to={ofTrade ? tradePath(ofTrade) : place.path}>
          {ofTrade ? t(`site.nav.${ofTrade}`) : t(place.label)}
        </RouteLink>
      )}
    </nav>
  )
}

function Neighbour({ item, label }: { item: ArticleItem | null | undefined; label: string }) {
  if (!item) return <span />
  return (
    <RouteLink to={item.path} className={classes.neighbour}>
      <small>{label}</small>
      <strong>{item.title}</strong>
    </RouteLink>
  )
}

/** An article as visitors read it. */
export function ArticleView({ detail }: { detail: ArticleDetail }) {
  const { t } = useTranslation()
  const { article: item, body, previous, next } = detail
  return (
    <article className={classes.article}>
      <Above item={item} />
      <header>
        <ArticleTag item={item} />
        <h1>{item.title}</h1>
        {item.summary && <p className={classes.lead}>{item.summary}</p>}
        {item.publish_time > 0 && (
          <p className={classes.when}>
            {t('articles.published', {
              day: moment(item.publish_time, 'YYYY-MM-DD'),
            })}
          </p>
        )}
      </header>
      {item.cover && (
        <figure className={classes.picture}>
          <img src={fullUrl(item.cover)} alt={item.cover_alt} />
        </figure>
      )}
      {/* The node has cleaned it. */}
      <div className={classes.body} dangerouslySetInnerHTML={{ __html: body }} />
      {(previous || next) && (
        <nav className={classes.neighbours} aria-label={t('articles.more')}>
          <Neighbour item={previous} label={t('articles.previous')} />
          <Neighbour item={next} label={t('articles.next')} />
        </nav>
      )}
    </article>
  )
}
