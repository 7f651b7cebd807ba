import { useTranslation } from 'react-i18next'
import { nested, type Resource, type ResourceRow } from '@/resource/schema/types'
import { useLabel } from '@/resource/schema/useLabel'
import { moment } from '@/shared/ui/time'
import ui from '@/shared/ui/ui.module.css'

interface Props {
  row: ResourceRow
  resource: Resource | undefined
}

/** The resource, the person, the time and the address of a log row. */
export function LogFacts({ row, resource }: Props) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  return (
    <dl className={ui.facts}>
      <dt>{t('security.resource')}</dt>
      <dd>{resource ? labelOf(resource.title) : String(row.data_table)}</dd>
      <dt>{t('security.by')}</dt>
      <dd>{String(nested(row, 'admin.nickname') ?? '–')}</dd>
      <dt>{t('security.at')}</dt>
      <dd>{moment(Number(row.create_time), 'YYYY-MM-DD HH:mm:ss')}</dd>
      <dt>IP</dt>
      <dd>{String(row.ip ?? '')}</dd>
    </dl>
  )
}
