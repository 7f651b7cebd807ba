import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullUrl } from '@/shared/upload/address'
import { Picture } from './Picture'
import classes from './goods.module.css'

interface Props {
  images: readonly string[]
  video: string
  name: string
  /** The picture of what is chosen, which comes first. */
  chosen: string
}

/** Pictures of goods: swiped on a phone, chosen by their small ones on a desk. */
export function Gallery({ images, video, name, chosen }: Props) {
  const { t } = useTranslation()
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const all = chosen && !images.includes(chosen) ? [...images, chosen] : images
  const show = (place: number, smooth = true): void =>
    strip.current?.scrollTo({
      left: place * strip.current.clientWidth,
      behavior: smooth ? 'smooth' : 'auto',
    })
  const place = chosen ? all.indexOf(chosen) : -1
  useEffect(() => {
    if (place >= 0) show(place, false)
  }, [place])
  const count = all.length + (video ? 1 : 0)
  return (
    <section className={classes.gallery} aria-label={t('shop.goods.pictures')}>
      <ul
        ref={strip}
        tabIndex={0}
        className={classes.strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setAt(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {all.map((image, number) => (
          <li key={image}>
            <Picture
              src={image}
              alt={t('shop.goods.picture', { name, at: number + 1 })}
              size={640}
              first={number === 0}
            />
          </li>
        ))}
        {video && (
          <li>
            <video src={fullUrl(video)} controls preload="none" poster={fullUrl(images[0] ?? '')} />
          </li>
        )}
      </ul>
      {count > 1 && (
        <div className={classes.thumbs}>
          {all.map((image, number) => (
            <button
              key={image}
              type="button"
              aria-label={t('shop.goods.show', { at: number + 1 })}
              aria-current={number === at}
              onClick={() => show(number)}
            >
              <Picture src={image} alt="" size={72} />
            </button>
          ))}
          {video && (
            <button
              type="button"
              aria-label={t('shop.goods.film')}
              aria-current={at === all.length}
              onClick={() => show(all.length)}
            >
              ▶
            </button>
          )}
        </div>
      )}
      <span className={classes.counter} aria-hidden="true">
        {at + 1} / {count}
      </span>
    </section>
  )
}
