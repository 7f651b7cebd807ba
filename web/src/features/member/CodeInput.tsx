import { Button, Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './member.module.css'

interface Props {
  /** Seconds until another may be sent. */
  left: number
  send: () => void
  value?: string
  onChange?: (value: string) => void
}

/** A code's box with the button that has one sent. */
export function CodeInput({ left, send, value, onChange, ...tie }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.code}>
      <Input {...tie} value={value} onChange={onChange} maxLength={8} autoComplete="one-time-code" />
      <Button disabled={left > 0} onClick={send}>
        {left > 0 ? t('member.entry.again', { seconds: left }) : t('member.entry.send')}
      </Button>
    </div>
  )
}
