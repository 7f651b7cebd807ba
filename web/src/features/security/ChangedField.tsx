import { Button, Drawer } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { jsonText } from '@/resource/cells/values'
import { resourceOf } from '@/resource/schema/store'
import { nested, type ResourceRow } from '@/resource/schema/types'
import { useSay } from '@/resource/schema/useSay'
import { useWide } from '@/shared/hooks/useWide'
import { moment } from '@/shared/ui/time'
import { Difference } from './Difference'
import classes from './security.module.css'

interface ChangedFieldProps {
  row: ResourceRow
  close: () => void
  rollback?: () => void
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : jsonText(value)

/** One change: who, when, what it was and what it became. */
export function ChangedField({ row, close, rollback }: ChangedFieldProps) {
  const { t } = useTranslation()
  const say = useSay()
  const wide = useWide(768)
  const resource = resourceOf(String(nested(row, 'sensitive.controller_as') ?? ''))
  return (
    <Drawer
      visible
      width={wide ? 720 : '100%'}
      title={`${String(row.data_comment || row.data_field)} · ${String(row.id_value)}`}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          {rollback && (
            <Button type="primary" onClick={rollback}>
              {t('security.rollback.do')}
            </Button>
          )}
        </>
      }
    >
      <dl className={classes.facts}>
        <dt>{t('security.resource')}</dt>
        <dd>{resource ? say(resource.title) : String(row.data_table)}</dd>
        <dt>{t('security.by')}</dt>
        <dd>{String(nested(row, 'admin.nickname') ?? '–')}</dd>
        <dt>{t('security.at')}</dt>
        <dd>{moment(Number(row.create_time), 'YYYY-MM-DD HH:mm:ss')}</dd>
        <dt>IP</dt>
        <dd>{String(row.ip ?? '')}</dd>
      </dl>
      <div className={classes.heads}>
        <span>{t('security.before')}</span>
        {wide && <span>{t('security.after')}</span>}
      </div>
      <Difference before={shown(row.before)} after={shown(row.after)} />
    </Drawer>
  )
}
