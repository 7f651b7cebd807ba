import { Switch } from '@arco-design/web-react'
import { client } from '@/shared/http'
import { showProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
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
  const { busy, submit } = useSubmit(showProblem)
  const checked = Number(row[field.name]) === 1
  const flip = (on: boolean): void =>
    void submit(() => client.post(`${urlOf(resource)}/edit`, { id: row.id, [field.name]: on ? 1 : 0 }), saved)
  return (
    <span className={classes.switch} onClick={(event) => event.stopPropagation()}>
      <Switch
        size="small"
        loading={busy}
        aria-label={`${labelOf(field.label)} ${String(row[resource.titleField] ?? row.id)}`}
        checked={checked}
        onChange={(on) => flip(on)}
      />
      {field.kind === 'status' && <span aria-hidden>{labelOf(stateLabel(field, checked))}</span>}
    </span>
  )
}
