import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { resourceOf } from '@/resource/schema/store'
import { useLabel } from '@/resource/schema/useLabel'
import { session } from '@/shared/session/store'
import CronField from './CronField'
import { parseCron } from './cron'
import { Schedule } from './Schedule'

/** What a list's dialog of exports has decided; a template is made there. */
const DECIDED = ['controller', 'query']

/** Exports that are kept, with their schedules and who gets the files. */
export default function ExportTemplatePage({ name }: { name: string }) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const me = useSnapshot(session).admin?.id
  const custom = useMemo<Custom>(
    () => ({
      remark: t('crontab.templates'),
      ownAdd: true,
      widgets: { cron: CronField },
      asks: (field) => !DECIDED.includes(field.name),
      check: (field, value) =>
        field.name === 'cron' && value && !parseCron(String(value)) ? t('crontab.form') : undefined,
      cells: {
        cron: (row) => (row.cron ? <Schedule row={row} /> : t('crontab.byHand')),
        controller: (row) => {
          const list = resourceOf(String(row.controller))
          return list ? labelOf(list.title) : String(row.controller)
        },
      },
      offers: (command, row) => command !== 'takeOver' || row.admin_id !== me,
    }),
    [t, labelOf, me],
  )
  return <ResourcePage name={name} custom={custom} />
}
