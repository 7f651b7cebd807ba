import { useTranslation } from 'react-i18next'
import { jsonText } from '@/resource/cells/values'
import { resourceOf } from '@/resource/schema/store'
import { nested, type ResourceRow } from '@/resource/schema/types'
import { useWide } from '@/shared/hooks/useWide'
import { Difference } from './Difference'
import { LogDrawer } from './LogDrawer'
import { LogFacts } from './LogFacts'
import classes from './security.module.css'

interface ChangedFieldProps {
  row: ResourceRow
  close: () => void
  rollback?: () => void
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : jsonText(value)

/** One change: who, when, old and new value. */
export function ChangedField({ row, close, rollback }: ChangedFieldProps) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const resource = resourceOf(String(nested(row, 'sensitive.controller_as') ?? ''))
  return (
    <LogDrawer
      width={720}
      title={`${String(row.data_comment || row.data_field)} · ${String(row.id_value)}`}
      close={close}
      kind="rollback"
      putBack={rollback}
    >
      <LogFacts row={row} resource={resource} />
      <div className={classes.heads}>
        <span>{t('security.before')}</span>
        {wide && <span>{t('security.after')}</span>}
      </div>
      <Difference before={shown(row.before)} after={shown(row.after)} />
    </LogDrawer>
  )
}
