import { Button } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './clerk.module.css'

interface Props {
  /** What is done, as the button says it. */
  label: string
  disabled: boolean
  /** Something else comes first as a rule. */
  quiet?: boolean
  /** Why it can't be sent; a press shows what it is about. */
  fault?: { text: string; show: () => void }
  send: () => void
  /** Puts what was begun aside. */
  cancel?: () => void
}

/** The foot of a task: sends what was entered. */
export function TaskFooter({ label, disabled, quiet, fault, send, cancel }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.foot}>
      {fault && (
        <Button long type="text" status="danger" className={classes.fault} onClick={fault.show}>
          {fault.text}
        </Button>
      )}
      {cancel && (
        <Button long className={classes.task} onClick={cancel}>
          {t('common.cancel')}
        </Button>
      )}
      <Button
        type={quiet ? 'secondary' : 'primary'}
        long
        className={classes.task}
        disabled={disabled}
        onClick={send}
      >
        {label}
      </Button>
    </div>
  )
}
