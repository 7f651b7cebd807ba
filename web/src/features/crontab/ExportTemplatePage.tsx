import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import CronField from './CronField'
import { parseCron } from './cron'
import { Schedule } from './Schedule'

/** What a list's dialog of exports has decided; a template is made there. */
const DECIDED = ['controller', 'query']

/** Exports that are kept, with their schedules and who gets the files. */
export default function ExportTemplatePage({ name }: { name: string }) {
  const { t } = useTranslation()
  const custom = useMemo<Custom>(
    () => ({
      remark: t('crontab.templates'),
      ownAdd: true,
      widgets: { cron: CronField },
      asks: (field) => !DECIDED.includes(field.name),
      check: (field, value) =>
        field.name === 'cron' && value && !parseCron(String(value)) ? t('crontab.form') : undefined,
      cells: { cron: (row) => (row.cron ? <Schedule row={row} /> : t('crontab.byHand')) },
    }),
    [t],
  )
  return <ResourcePage name={name} custom={custom} />
}
