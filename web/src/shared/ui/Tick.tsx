import { Checkbox } from '@arco-design/web-react'
import classes from './tick.module.css'

interface TickProps {
  /** What is ticked, for those who do not see it. */
  label: string
  checked: boolean
  some?: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

/** A box without words beside it, but with a name. */
export function Tick({ label, checked, some, disabled, onChange }: TickProps) {
  return (
    <Checkbox
      className={classes.tick}
      checked={checked}
      indeterminate={some}
      disabled={disabled}
      onChange={onChange}
    >
      <span className={classes.name}>{label}</span>
    </Checkbox>
  )
}
