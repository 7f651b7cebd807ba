import { Spin, Timeline } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { moment } from '@/shared/ui/time'
import classes from './history.module.css'
import { allFields, type Resource, type ResourceRow } from './schema/types'
import { useLabel } from './schema/useLabel'

const KNOWN_ACTIONS = ['added', 'edited', 'restored'] as const

/** Who changed what of a row, newest first. */
export function RowHistory({ resource, row }: { resource: Resource; row: ResourceRow }) {
  const { t, i18n } = useTranslation()
  const labelOf = useLabel()
  const { errorText } = useProblem()
  // Values come in the reader's language, and a saved row has a newer version.
  const key = `${resource.controller} ${row.id} ${row.version ?? ''} ${i18n.language}`
  const { data, error, loading } = useFetched(key, (signal) =>
    http.get('/admin/resource/history', { controller: resource.controller, id: row.id }, signal),
  )
  const fields = allFields(resource)
  const nameOf = (name: string): string => {
    const field = fields.find((one) => one.name === name)
    return field ? labelOf(field.label) : name
  }
  return (
    <section aria-labelledby="row-history">
      <h2 id="row-history" className={classes.title}>
        {t('resource.history.title')}
      </h2>
      {loading && <Spin />}
      {error !== null && error !== undefined && <p role="alert">{errorText(error)}</p>}
      {data && data.list.length === 0 && <p className={classes.nothing}>{t('resource.history.nothing')}</p>}
      {data && data.list.length > 0 && (
        <Timeline>
          {data.list.map((entry) => {
            const known = KNOWN_ACTIONS.find((action) => action === entry.action)
            return (
              <Timeline.Item
                key={entry.version}
                label={`${entry.admin_name || t('resource.history.system')} ${moment(entry.at, 'YYYY-MM-DD HH:mm:ss')}`}
              >
                {known ? t(`resource.history.actions.${known}`) : entry.action}
                {entry.changes.length > 0 && (
                  <ul className={classes.changes}>
                    {entry.changes.map((change) => (
                      <li key={change.field}>
                        <span className={classes.field}>{nameOf(change.field)}</span>
                        <del>{change.before || t('resource.history.empty')}</del>
                        <span aria-hidden="true"> → </span>
                        <ins>{change.after || t('resource.history.empty')}</ins>
                      </li>
                    ))}
                  </ul>
                )}
              </Timeline.Item>
            )
          })}
        </Timeline>
      )}
    </section>
  )
}
