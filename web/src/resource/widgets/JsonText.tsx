import { Button, Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from './types'
import classes from './widgets.module.css'

/** JSON as text, with a button that tidies it. */
export default function JsonText({ value, onChange, label, disabled, id }: WidgetProps) {
  const { t } = useTranslation()
  const text = typeof value === 'string' ? value : value ? JSON.stringify(value, null, 2) : ''
  const tidy = (): string | null => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return null
    }
  }
  const tidied = text.trim() ? tidy() : null
  return (
    <div className={classes.json}>
      <Input.TextArea
        id={id}
        aria-label={label}
        spellCheck={false}
        disabled={disabled}
        value={text}
        onChange={onChange}
        autoSize={{ minRows: 4, maxRows: 16 }}
      />
      <Button
        size="mini"
        disabled={disabled || tidied === null || tidied === text}
        onClick={() => tidied !== null && onChange?.(tidied)}
      >
        {t('widgets.tidy')}
      </Button>
    </div>
  )
}
