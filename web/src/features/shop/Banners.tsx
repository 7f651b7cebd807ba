import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnPath } from '@/shared/site/ownPath'
import { RouteLink } from '@/shared/ui/RouteLink'
import { fullUrl } from '@/shared/upload/address'
import type { Home } from './calls'
import { Icon } from './Icon'
import classes from './home.module.css'

type Banner = Home['banners'][number]

const GOODS = 1
const CLASSIFY = 2
const COUPONS = 3
const ADDRESS = 4

/** Where a banner leads; nothing for what is only looked at. */
export function leadOf({ link_type, link_value }: Pick<Banner, 'link_type' | 'link_value'>): string | null {
  const id = /^\d+$/.test(link_value) ? link_value : null
  if (link_type === GOODS) return id && `/shop/goods/${id}`
  if (link_type === CLASSIFY) return id && `/shop/list?classify_id=${id}`
  if (link_type === COUPONS) return '/shop/coupons'
  // Own pages and other secure sites; never a script.
  if (link_type === ADDRESS)
    return isOwnPath(link_value) || link_value.startsWith('https://') ? link_value : null
  return null
}

function Slide({ banner, first }: { banner: Banner; first: boolean }) {
  const to = leadOf(banner)
  const picture = (
    <>
      <img
        src={fullUrl(banner.image)}
        // What is read over a picture is not said again.
        alt={banner.worded ? '' : banner.name}
        width={1080}
        height={400}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
      />
      {banner.worded && (
        <span className={classes.words}>
          <strong>{banner.name}</strong>
          {banner.subtitle && <span>{banner.subtitle}</span>}
        </span>
      )}
    </>
  )
  if (!to) return picture
  if (to.startsWith('https:'))
    return (
      <a href={to} target="_blank" rel="noreferrer">
        {picture}
      </a>
    )
  return <RouteLink to={to}>{picture}</RouteLink>
}

/** Pictures to be pushed on; they never move by themselves. */
export function Banners({ list }: { list: readonly Banner[] }) {
  const { t } = useTranslation()
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const show = (next: number): void => {
    const place = (next + list.length) % list.length
    strip.current?.scrollTo({ left: place * strip.current.clientWidth, behavior: 'smooth' })
  }
  if (list.length === 0) return null
  return (
    <section className={classes.banners} aria-roledescription="carousel" aria-label={t('shop.banners.label')}>
      <ul
        ref={strip}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setAt(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {list.map((banner, place) => (
          <li key={banner.id} aria-label={t('shop.banners.place', { at: place + 1, of: list.length })}>
            <Slide banner={banner} first={place === 0} />
          </li>
        ))}
      </ul>
      {list.length > 1 && (
        <>
          <button
            type="button"
            data-side="left"
            aria-label={t('shop.banners.before')}
            onClick={() => show(at - 1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            data-side="right"
            aria-label={t('shop.banners.next')}
            onClick={() => show(at + 1)}
          >
            <Icon name="right" />
          </button>
          <span className={classes.dots} aria-hidden="true">
            {list.map(({ id }, place) => (
              <i key={id} data-here={place === at} />
            ))}
          </span>
        </>
      )}
    </section>
  )
}
