import { Tag } from '@arco-design/web-react'
import type { Params } from '@/shared/http'
import { RemoteSelect, type Choice } from '@/shared/ui/RemoteSelect'
import classes from './counts.module.css'

export interface Chosen {
  id: number
  name: string
}

interface Props {
  url: string
  label: string
  value: readonly Chosen[]
  onChange: (value: Chosen[]) => void
  /** How a row is called, if not by its name alone. */
  named?: (row: Choice) => string
  params?: Params
  disabled?: boolean
}

/** Several rows of another resource: each choice is added to those below. */
export function ChooseMany({ url, label, value, onChange, named, params, disabled }: Props) {
  const called = (id: number, row: Choice | null): string =>
    row ? (named?.(row) ?? String(row.name ?? id)) : String(id)
  return (
    <div>
      <span className={classes.label}>{label}</span>
      <RemoteSelect
        url={url}
        ariaLabel={label}
        label={named}
        value={null}
        params={params}
        disabled={disabled}
        onChange={(id, row) => {
          if (id !== null && !value.some((one) => one.id === id))
            onChange([...value, { id, name: called(id, row) }])
        }}
      />
      <div className={classes.tags}>
        {value.map((one) => (
          <Tag key={one.id} closable onClose={() => onChange(value.filter(({ id }) => id !== one.id))}>
            {one.name}
          </Tag>
        ))}
      </div>
    </div>
  )
}
