import { Select } from '@arco-design/web-react'

interface Props {
  label: string
  /** Days as text; empty for none. */
  value: string
  days: readonly number[]
  name: (days: string) => string
  onChange: (days: string | null) => void
}

/** Chooses a number of days; another one may be typed. */
export function DaysSelect({ label, value, days, name, onChange }: Props) {
  const known = days.map(String)
  const options = value && !known.includes(value) ? [...known, value] : known
  return (
    <Select
      allowClear
      allowCreate
      showSearch
      style={{ width: 200, minWidth: 150 }}
      aria-label={label}
      placeholder={label}
      value={value || undefined}
      options={options.map((option) => ({ value: option, label: name(option) }))}
      onChange={(next: string | undefined) => onChange(next && /^\d{1,5}$/.test(next) ? next : null)}
    />
  )
}
