import { Switch } from '@arco-design/web-react'
import { useState } from 'react'
import { client } from '@/shared/http'
import { showProblem } from '@/shared/hooks/useProblem'
import classes from './cells.module.css'
import { stateLabel, urlOf, type Field, type Resource, type ResourceRow } from '../schema/types'
import { labelOf } from '../schema/label'

interface SwitchCellProps {
  resource: Resource
  field: Field
  row: ResourceRow
  saved: () => void
}

/** A switch that is saved at once, alone. */
export function SwitchCell({ resource, field, row, saved }: SwitchCellProps) {
  const [busy, setBusy] = useState(false)
  const checked = Number(row[field.name]) === 1
  const flip = async (on: boolean): Promise<void> => {
    setBusy(true)
    try {
      await client.post(`${urlOf(resource)}/edit`, { id: row.id, [field.name]: on ? 1 : 0 })
      saved()
    } catch (error) {
      showProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className={classes.switch} onClick={(event) => event.stopPropagation()}>
      <Switch
        size="small"
        loading={busy}
        aria-label={`${labelOf(field.label)} ${String(row[resource.titleField] ?? row.id)}`}
        checked={checked}
        onChange={(on) => void flip(on)}
      />
      {field.kind === 'status' && <span aria-hidden>{labelOf(stateLabel(field, checked))}</span>}
    </span>
  )
}
