import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { PlaceLink } from '@/shared/ui/PlaceLink'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import classes from './frame.module.css'
import { tradePath, TRADES } from './places'

/** The industries below their button: a disclosure, opened by press, left by Escape or a press elsewhere. */
export function Industries() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    }
    const here = box.current
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    here?.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      here?.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div ref={box} className={classes.drop} data-open={open}>
      <button
        ref={button}
        type="button"
        className={classes.link}
        data-here={pathname.startsWith('/industries/')}
        aria-expanded={open}
        aria-controls="site-industries"
        onClick={() => setOpen(!open)}
      >
        {t('site.nav.industries')}
        <Icon path={ICONS.down} size={14} />
      </button>
      <ul id="site-industries" className={classes.sheet}>
        {TRADES.map((trade) => (
          <li key={trade}>
            <PlaceLink to={tradePath(trade)} className={classes.trade}>
              <Icon path={ICONS[trade]} size={22} />
              <span>{t(`site.nav.${trade}`)}</span>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
