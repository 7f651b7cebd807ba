import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { preferences } from '@/shared/preferences/store'
import { isOwnPath } from '@/shared/site/ownPath'
import { site } from '@/shared/site/store'
import { fullUrl } from '@/shared/upload/address'
import { askZone, onPhone, type Item, type Zone } from './ask'
import { pick } from './pick'
import { keepRatio, noteShown, shownOn } from './remembered'
import { tellSeen } from './seen'
import { useSeen } from './useSeen'
import classes from './placement.module.css'

interface Props {
  zone: string
  /** There is space for pictures. */
  fits: boolean
  /** Height by width that the zone wants; 0 for nothing. */
  setRatio: (ratio: number) => void
}

interface Shown {
  zone: Zone
  items: readonly Item[]
  day: string
}

const REL = 'sponsored noopener'

function Picture({ item, day }: { item: Item; day: string }) {
  const { t } = useTranslation()
  const { dark } = useSnapshot(preferences)
  useSnapshot(site)
  const place = useSeen<HTMLAnchorElement>(() => {
    tellSeen(item.token)
    noteShown(day, item.id)
  })
  const image = (onPhone() && item.image_phone) || (dark && item.image_dark) || item.image
  return (
    <a
      ref={place}
      className={classes.item}
      href={`/api/placements/go/${item.token}`}
      target={item.new_window ? '_blank' : undefined}
      rel={REL}
      title={item.title}
    >
      <img src={fullUrl(image)} alt={item.alt} loading="lazy" decoding="async" fetchPriority="low" />
      <small>{t('site.sponsored')}</small>
    </a>
  )
}

/** What the site shows where no item may be. */
function Fallback({ zone }: { zone: Zone }) {
  useSnapshot(site)
  const picture = <img src={fullUrl(zone.image)} alt={zone.alt} loading="lazy" decoding="async" />
  if (!zone.url) return <span className={classes.item}>{picture}</span>
  return (
    <a className={classes.item} href={zone.url} {...(isOwnPath(zone.url) ? {} : { rel: 'noopener' })}>
      {picture}
    </a>
  )
}

/** The pictures of a zone, picked by weight and by what this browser has shown today. */
export default function Pictures({ zone, fits, setRatio }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown | null>(null)
  const { language } = useSnapshot(preferences)
  useEffect(() => {
    let gone = false
    const settle = (found: Shown | null): void => {
      if (gone) return
      const filled = found !== null && (found.items.length > 0 || found.zone.image !== '')
      // Several stand side by side, each in the zone's size.
      const beside = found ? Math.max(1, found.items.length) : 1
      const ratio = filled ? found.zone.height / (found.zone.width * beside) : 0
      keepRatio(zone, ratio)
      setRatio(ratio)
      setShown(filled ? found : null)
    }
    askZone(zone).then(
      ({ zone: found, day }) =>
        settle(found ? { zone: found, day, items: pick(found.items, found.show_max, shownOn(day)) } : null),
      // What can't be read is not shown; the space stays as it is.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [zone, language, setRatio])
  if (!shown || !fits) return null
  return (
    <aside className={classes.items} aria-label={t('site.sponsored')}>
      {shown.items.length > 0 ? (
        shown.items.map((item) => <Picture key={item.token} item={item} day={shown.day} />)
      ) : (
        <Fallback zone={shown.zone} />
      )}
    </aside>
  )
}
