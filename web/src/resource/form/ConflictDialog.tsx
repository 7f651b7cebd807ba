import { Alert, Button, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moment } from '@/shared/ui/time'
import { Cell } from '../cells/Cell'
import classes from '../form.module.css'
import { allFields, type Field, type Resource, type ResourceRow, type Values } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import { widgetValue } from './values'

export interface Conflict {
  version: number
  current: ResourceRow
  changes: { field: string; theirs: unknown; yours: unknown; admin_name: string; at: number }[]
}

/** Whether a refusal says that somebody else saved meanwhile. */
export function asConflict(data: Record<string, unknown>): Conflict | null {
  return data.key === 'error.changed' && Array.isArray(data.changes) && typeof data.version === 'number'
    ? (data as unknown as Conflict)
    : null
}

interface ConflictDialogProps {
  resource: Resource
  conflict: Conflict
  /** What is sent. */
  mine: Values
  close: () => void
  /** The values for every field that both wrote. */
  resolve: (values: Values) => void
}

/** Shows the values that somebody else has saved beside the user's. The user chooses one for each field. */
export function ConflictDialog({ resource, conflict, mine, close, resolve }: ConflictDialogProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const fields = new Map(allFields(resource).map((field) => [field.name, field]))
  const changes = conflict.changes
    .map((change) => ({ ...change, declared: fields.get(change.field) }))
    .filter((change): change is typeof change & { declared: Field } => change.declared !== undefined)
  const both = changes.filter((change) => change.field in mine)
  const [keep, setKeep] = useState<Record<string, 'theirs' | 'mine'>>(() =>
    Object.fromEntries(both.map((change) => [change.field, 'mine' as const])),
  )
  const last = [...conflict.changes].sort((a, b) => b.at - a.at)[0]
  const shown = (field: Field, value: unknown) => (
    <Cell resource={resource} field={field} row={{ ...conflict.current, [field.name]: value }} whole />
  )
  return (
    <Modal
      visible
      className={classes.conflict}
      title={t('resource.conflict.title')}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="primary"
            onClick={() =>
              resolve(
                Object.fromEntries(
                  both
                    .filter((change) => keep[change.field] === 'theirs')
                    .map((change) => [
                      change.field,
                      widgetValue(change.declared, conflict.current[change.field]),
                    ]),
                ),
              )
            }
          >
            {t('resource.conflict.save')}
          </Button>
        </>
      }
    >
      <Alert
        type="warning"
        content={
          last?.admin_name
            ? t('resource.conflict.by', { name: last.admin_name, time: moment(last.at) })
            : t('resource.conflict.somebody')
        }
      />
      <table className={classes.compare}>
        <thead>
          <tr>
            <th scope="col">{t('resource.conflict.field')}</th>
            <th scope="col">{t('resource.conflict.theirs')}</th>
            <th scope="col">{t('resource.conflict.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const mineToo = change.field in mine
            const choice = (side: 'theirs' | 'mine', value: unknown) => (
              <label className={classes.side} data-kept={keep[change.field] === side}>
                <Radio
                  checked={keep[change.field] === side}
                  onChange={() => setKeep({ ...keep, [change.field]: side })}
                />
                <span>{shown(change.declared, value)}</span>
              </label>
            )
            return (
              <tr key={change.field}>
                <th scope="row">{labelOf(change.declared.label)}</th>
                <td>{mineToo ? choice('theirs', change.theirs) : shown(change.declared, change.theirs)}</td>
                <td>
                  {mineToo ? (
                    choice('mine', change.yours)
                  ) : (
                    <span className={classes.untouched}>{t('resource.conflict.untouched')}</span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Modal>
  )
}
