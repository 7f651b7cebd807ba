import { useTranslation } from 'react-i18next'
import { Cell } from '@/resource/cells/Cell'
import { jsonLine } from '@/resource/cells/values'
import { resourceOf } from '@/resource/schema/store'
import { allFields, nested, type ResourceRow } from '@/resource/schema/types'
import { useLabel } from '@/resource/schema/useLabel'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { Problem, Waiting } from '@/shared/ui/Page'
import ui from '@/shared/ui/ui.module.css'
import { LogDrawer } from './LogDrawer'
import { LogFacts } from './LogFacts'
import classes from './security.module.css'

interface RecycledRowProps {
  id: number
  close: () => void
  restore?: () => void
}

/** A deleted row, field by field in the words of its resource; with who deleted it. */
export function RecycledRow({ id, close, restore }: RecycledRowProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const fetched = useFetched(`recycled ${id}`, (signal) =>
    http.get('/admin/security.DataRecycleLog/info', { id }, signal),
  )
  const row = fetched.data?.row as ResourceRow | undefined
  const resource = row && resourceOf(String(nested(row, 'recycle.controller_as') ?? ''))
  const data = (row?.data && typeof row.data === 'object' ? row.data : {}) as ResourceRow
  const declared = resource ? allFields(resource).filter((field) => field.name in data) : []
  const others = Object.keys(data).filter((name) => !declared.some((field) => field.name === name))
  return (
    <LogDrawer width={600} title={t('security.deletedRow')} close={close} kind="restore" putBack={restore}>
      {fetched.error && !row ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !row ? (
        <Waiting />
      ) : (
        <>
          <LogFacts row={row} resource={resource} />
          <h3 className={classes.section}>{t('security.content')}</h3>
          <dl className={ui.facts}>
            {resource &&
              declared.map((field) => [
                <dt key={`${field.name} label`}>{labelOf(field.label)}</dt>,
                <dd key={field.name}>
                  {field.kind === 'remoteSelect' && data[field.name] ? (
                    `#${String(data[field.name])}`
                  ) : (
                    <Cell resource={resource} field={field} row={data} whole />
                  )}
                </dd>,
              ])}
            {others.map((name) => [
              <dt key={`${name} label`}>{name}</dt>,
              <dd key={name}>{jsonLine(data[name], 500)}</dd>,
            ])}
          </dl>
        </>
      )}
    </LogDrawer>
  )
}
