import classes from './checkbox.module.css'

interface CheckboxProps {
  /** Its name for screen readers. */
  label: string
  checked: boolean
  some?: boolean
  onChange: (on: boolean) => void
}

/** A checkbox without a visible label. Lists have one in each row, so it is a plain element and not Arco's. */
export function Checkbox({ label, checked, some = false, onChange }: CheckboxProps) {
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
