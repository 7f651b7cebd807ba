import { Timeline } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { Cell } from '@/resource/cells/Cell'
import { resourceOf } from '@/resource/schema/store'
import { allFields, type ResourceRow } from '@/resource/schema/types'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'

/** Most events of a declaration that are shown. */
const SHOWN = 100

/** What happened to a declaration, the newest first. */
export function Events({ declaration }: { declaration: number }) {
  const { t } = useTranslation()
  const events = resourceOf('trade.DeclarationEvent')
  const { data, error, reload } = useFetched(`events ${declaration}`, (signal) =>
    http.get(
      '/admin/trade.DeclarationEvent/index',
      { limit: SHOWN, search: [{ field: 'declaration_id', operator: 'eq', val: String(declaration) }] },
      signal,
    ),
  )
  useTopics(['resource:trade.Declaration'], reload)
  if (!events) return null
  const field = (name: string) => allFields(events).find((one) => one.name === name)
  const cell = (row: ResourceRow, name: string) => {
    const found = field(name)
    return found && <Cell resource={events} field={found} row={row} whole />
  }
  if (error) return <Problem error={error} retry={reload} />
  if (!data) return <Waiting rows={3} />
  const rows = data.list as unknown as ResourceRow[]
  if (rows.length === 0) return <Nothing text={t('trade.noEvents')} />
  return (
    <Timeline aria-label={t('trade.events')}>
      {rows.map((row) => (
        <Timeline.Item key={row.id}>
          <div>
            {cell(row, 'state')} {cell(row, 'create_time')} {cell(row, 'admin_id')}
          </div>
          {row.receipt_no ? (
            <div>
              {t('trade.receipt')} {String(row.receipt_no)}
            </div>
          ) : null}
          {row.remark ? <div>{String(row.remark)}</div> : null}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
