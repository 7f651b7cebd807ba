import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../list.module.css'
import { setWidth, WIDTH_MAX, WIDTH_MIN } from './views'

/** Pixels of an arrow key. */
const STEP = 16

interface ColumnGripProps {
  list: string
  column: string
  title: string
  width: number | undefined
}

const headOf = (grip: Element): number => grip.closest('th')?.offsetWidth ?? WIDTH_MIN

/** The edge of a column's head: drawn, or moved by arrow keys, it makes the column wider or narrower. */
export function ColumnGrip({ list, column, title, width }: ColumnGripProps) {
  const { t } = useTranslation()
  const from = useRef<{ x: number; width: number } | null>(null)
  const reset = (): void => setWidth(list, column, null)
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by) setWidth(list, column, (width ?? headOf(event.currentTarget)) + by)
    else if (['Delete', 'Backspace', 'Home'].includes(event.key)) reset()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: headOf(event.currentTarget) }
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!from.current) return
    event.currentTarget.dataset.drawn = ''
    event.currentTarget.style.translate = `${event.clientX - from.current.x}px`
  }
  const end = (event: PointerEvent<HTMLElement>): void => {
    const grip = event.currentTarget
    delete grip.dataset.drawn
    grip.style.translate = ''
    const begun = from.current
    from.current = null
    if (begun && event.type === 'pointerup' && Math.abs(event.clientX - begun.x) > 2)
      setWidth(list, column, begun.width + event.clientX - begun.x)
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resource.width', { name: title })}
      aria-valuenow={width ?? 0}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      aria-valuetext={width ? undefined : t('resource.widthOwn')}
      title={t('resource.widthHint')}
      tabIndex={0}
      className={classes.grip}
      onKeyDown={key}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={(event) => {
        event.stopPropagation()
        reset()
      }}
      // The head around it sorts.
      onClick={(event) => event.stopPropagation()}
    />
  )
}
