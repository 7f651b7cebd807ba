import { IconDown, IconUp } from '@arco-design/web-react/icon'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../form.module.css'

interface WithEnglishProps {
  className?: string
  /** Of the English text. */
  label: string
  /** There is an English text. */
  filled: boolean
  /** The field's own item, with the button that unfolds the other one. */
  own: (toggle: ReactNode) => ReactNode
  /** The item of the English text. */
  english: ReactNode
}

/** A field with the same text in English below it: folded until it is asked for, open where there is one. */
export function WithEnglish({ className, label, filled, own, english }: WithEnglishProps) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(filled)
  // An editor is heavy: it is made when it is first seen, and stays with what was written.
  const [made, setMade] = useState(filled)
  const toggle = (
    <button
      type="button"
      className={classes.english}
      aria-label={label}
      aria-expanded={open}
      aria-controls={made ? id : undefined}
      onClick={() => {
        setMade(true)
        setOpen(!open)
      }}
    >
      {t('resource.inEnglish')}
      {open ? <IconUp aria-hidden /> : <IconDown aria-hidden />}
    </button>
  )
  return (
    <div className={className}>
      {own(toggle)}
      {made && (
        <div id={id} hidden={!open}>
          {english}
        </div>
      )}
    </div>
  )
}
