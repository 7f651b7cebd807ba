import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import classes from './frame.module.css'

interface Props {
  label: string
  /** One is at one of its places. */
  here: boolean
  /** To the right end of the bar its sheet hangs to the left. */
  end?: boolean
  /** List items. */
  children: ReactNode
}

/** On a phone the sheet pushes down what follows: closing it would move an entry away from under the finger. */
const isInFlow = (sheet: HTMLElement | null): boolean =>
  sheet !== null && getComputedStyle(sheet).position === 'static'

/** A list below its button: a disclosure, opened by press, left by Escape or a press elsewhere. */
export function NavDrop({ label, here, end = false, children }: Props) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const sheet = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event): void => {
      if (box.current?.contains(event.target as Node) || isInFlow(list.current)) return
      setOpen(false)
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    }
    const around = box.current
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    around?.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      around?.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div ref={box} className={classes.drop} data-open={open} data-end={end}>
      <button
        ref={button}
        type="button"
        className={classes.link}
        data-here={here}
        aria-expanded={open}
        aria-controls={sheet}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon path={ICONS.down} size={14} />
      </button>
      <ul ref={list} id={sheet} className={classes.sheet}>
        {children}
      </ul>
    </div>
  )
}
