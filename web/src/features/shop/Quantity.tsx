import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './shop.module.css'

interface Props {
  value: number
  min?: number
  max: number
  label: string
  disabled?: boolean
  change: (value: number) => void
}

/** A number of pieces between two others. */
export function Quantity({ value, min = 1, max, label, disabled = false, change }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(String(value))
  useEffect(() => setText(String(value)), [value])
  const set = (wanted: number): void => {
    const next = Math.min(Math.max(min, wanted), Math.max(min, max))
    setText(String(next))
    if (next !== value) change(next)
  }
  return (
    <span className={classes.quantity} role="group" aria-label={label}>
      <button
        type="button"
        disabled={disabled || value <= min}
        aria-label={t('shop.fewer')}
        onClick={() => set(value - 1)}
      >
        −
      </button>
      <input
        inputMode="numeric"
        aria-label={label}
        maxLength={Math.max(6, String(max).length)}
        value={text}
        disabled={disabled}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        onBlur={() => set(Number(text) || value)}
        onKeyDown={(event) => event.key === 'Enter' && set(Number(text) || value)}
      />
      <button
        type="button"
        disabled={disabled || value >= max}
        aria-label={t('shop.moreOf')}
        onClick={() => set(value + 1)}
      >
        +
      </button>
    </span>
  )
}
