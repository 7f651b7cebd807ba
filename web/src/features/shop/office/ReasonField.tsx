import { Input } from '@arco-design/web-react'
import { Fault } from './Fault'
import classes from './office.module.css'

/** Characters of a reason at most. */
const REASON_MAX = 200

interface Props {
  id: string
  label: string
  value: string
  change: (reason: string) => void
  /** It is missing. */
  lacks: boolean
  fault?: string
  hint?: string
}

/** The reason that a decision about a refund needs. */
export function ReasonField({ id, label, value, change, lacks, fault, hint }: Props) {
  return (
    <div className={classes.cell}>
      <label htmlFor={id} data-required>
        {label}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={REASON_MAX}
        showWordLimit
        autoSize={{ minRows: 2 }}
        placeholder={hint}
        status={lacks ? 'error' : undefined}
        onChange={change}
      />
      <Fault text={fault} />
    </div>
  )
}
