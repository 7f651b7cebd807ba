import classes from './tick.module.css'

interface TickProps {
  /** What is ticked, for those who do not see it. */
  label: string
  checked: boolean
  some?: boolean
  onChange: (on: boolean) => void
}

/** A box without words beside it, but with a name. Lists have one a row, so it is one element. */
export function Tick({ label, checked, some = false, onChange }: TickProps) {
  return (
    <input
      type="checkbox"
      className={classes.tick}
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = some
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
