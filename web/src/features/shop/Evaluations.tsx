import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { Stars } from '@/shared/ui/Stars'
import { fullUrl } from '@/shared/upload/address'
import { day } from './day'
import { averageOf, fetchEvaluations, STARS, type Evaluation, type Filter } from './evaluations'
import { Failed } from './Failed'
import classes from './review.module.css'
import shop from './shop.module.css'

function EvaluationItem({ one }: { one: Evaluation }) {
  const { t } = useTranslation()
  return (
    <li>
      <header>
        <strong>{one.name}</strong>
        <Stars star={one.star} />
        <time>{day(one.create_time)}</time>
      </header>
      {one.content && <p>{one.content}</p>}
      {one.images.length > 0 && (
        <span className={classes.shots}>
          {one.images.map((image, at) => (
            <a key={image} href={fullUrl(image)} target="_blank" rel="noreferrer">
              <img
                src={fullUrl(image)}
                alt={t('shop.goods.shot', { name: one.name, at: at + 1 })}
                width={88}
                height={88}
                loading="lazy"
              />
            </a>
          ))}
        </span>
      )}
      {one.sku_text && <small>{one.sku_text}</small>}
      {one.reply && (
        <blockquote className={shop.reply}>
          <b>{t('shop.goods.reply')}</b> {one.reply}
        </blockquote>
      )}
    </li>
  )
}

/** The mean, and how many there are of each number of stars. */
function Summary({ stars }: { stars: readonly number[] }) {
  const { t } = useTranslation()
  const average = averageOf(stars)
  const count = stars.reduce((sum, one) => sum + one, 0)
  if (average === null) return null
  return (
    <div className={classes.summary}>
      <div>
        <strong aria-label={t('shopMore.review.of', { average })}>{average}</strong>
        <Stars star={Number(average)} size={20} />
        <span>{t('shopMore.review.count', { count })}</span>
      </div>
      <ul>
        {STARS.map((star) => {
          const own = stars[star - 1] ?? 0
          return (
            <li key={star} aria-label={t('shopMore.review.share', { count: star, reviews: own })}>
              <span aria-hidden="true">{star}</span>
              <i aria-hidden="true">
                <b style={{ width: `${(100 * own) / count}%` }} />
              </i>
              <span aria-hidden="true">{own}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What those say who have received the goods. */
export default function Evaluations({ goods }: { goods: number }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<Filter>({})
  const [page, setPage] = useState(1)
  const [before, setBefore] = useState<readonly Evaluation[]>([])
  const key = JSON.stringify([goods, filter, page])
  const asked = useFetched(key, (signal) => fetchEvaluations(goods, filter, page, signal))
  const { data } = asked
  if (asked.error && !data) return <Failed error={asked.error} retry={asked.reload} />
  if (!data) return <p role="status">{t('site.loading')}</p>
  const all = data.stars.reduce((sum, one) => sum + one, 0)
  if (all === 0) return <p className={classes.quiet}>{t('shop.goods.noEvaluations')}</p>
  const choose = (next: Filter): void => {
    setBefore([])
    setPage(1)
    setFilter(next)
  }
  // While another page is under way, what is shown stays.
  const here = asked.shownKey === key ? data.list : page > 1 ? [] : data.list
  const list = [...before, ...here]
  const pill = (words: string, next: Filter) => (
    <button
      key={words}
      type="button"
      aria-pressed={JSON.stringify(next) === JSON.stringify(filter)}
      onClick={() => choose(next)}
    >
      {words}
    </button>
  )
  return (
    <>
      <Summary stars={data.stars} />
      <div className={classes.pills} role="group" aria-label={t('shop.goods.byStars')}>
        {pill(t('shop.goods.allStars', { count: all }), {})}
        {Boolean(data.with_images) &&
          pill(t('shopMore.review.withImages', { count: data.with_images }), { images: true })}
        {STARS.filter((star) => (data.stars[star - 1] ?? 0) > 0).map((star) =>
          pill(t('shop.goods.ofStars', { count: star, reviews: data.stars[star - 1] }), { star }),
        )}
      </div>
      {list.length === 0 && !asked.renewing && <p className={classes.quiet}>{t('shopMore.review.none')}</p>}
      <ul className={classes.evaluations} data-renewing={asked.renewing && page === 1}>
        {list.map((one) => (
          <EvaluationItem key={one.id} one={one} />
        ))}
      </ul>
      {asked.error ? (
        <Failed error={asked.error} retry={asked.reload} />
      ) : (
        list.length < data.total && (
          <button
            type="button"
            className={shop.plain}
            disabled={asked.renewing}
            onClick={() => {
              setBefore(list)
              setPage(page + 1)
            }}
          >
            {t('shopMore.review.older')}
          </button>
        )
      )}
    </>
  )
}
