import { Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './reason.module.css'

interface Props {
  id?: string
  label?: string
  value: string
  change: (reason: string) => void
  /** It is needed and is not there. */
  lacks: boolean
  /** What is said then. */
  needed?: string
  /** What the node says of it. */
  fault?: string
  hint?: string
  optional?: boolean
  /** Characters at most. */
  most?: number
}

/** Why something is done. */
export function ReasonField({ id = 'reason', label, value, change, lacks, ...more }: Props) {
  const { t } = useTranslation()
  const { needed, fault, hint, optional = false, most = 200 } = more
  const wrong = lacks ? (needed ?? t('common.reasonNeeded')) : fault
  return (
    <div>
      <label htmlFor={id} className={classes.label} data-required={!optional}>
        {label ?? t('common.reason')}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        onChange={change}
        maxLength={most}
        showWordLimit
        status={lacks ? 'error' : undefined}
        placeholder={optional ? t('common.optional') : hint}
        autoSize={{ minRows: 2 }}
      />
      {wrong && (
        <div role="alert" className={classes.fault}>
          {wrong}
        </div>
      )}
    </div>
  )
}
