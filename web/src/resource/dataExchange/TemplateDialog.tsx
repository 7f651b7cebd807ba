import { Message } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { http } from '@/shared/http'
import { preferences } from '@/shared/preferences/store'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import type { Exported } from './exported'

/** Schedules that are offered; others are set on the page of the templates. */
const SCHEDULES = ['', '0 8 * * *', '0 8 * * 1', '0 8 1 * *'] as const
const NAMES = ['byHand', 'daily', 'weekly', 'monthly'] as const

interface Props {
  list: Exported
  /** Columns, conditions and format, as the request of the export has them. */
  asked: string
  close: () => void
}

/** Keeps an export to be made again, by hand or by schedule. */
export function TemplateDialog({ list, asked, close }: Props) {
  const { t } = useTranslation()
  const { language } = useSnapshot(preferences)
  return (
    <ActionDialog
      title={t('dataExchange.template.title')}
      okText={t('common.save')}
      initial={{ name: list.title, cron: SCHEDULES[0] as string }}
      fields={() => [
        {
          name: 'name',
          kind: 'text',
          label: t('dataExchange.template.name'),
          needed: t('dataExchange.template.needed'),
          most: 50,
        },
        {
          name: 'cron',
          kind: 'radio',
          look: 'vertical',
          label: t('dataExchange.template.when'),
          options: SCHEDULES.map((cron, at) => ({
            value: cron as string,
            label: t(`dataExchange.template.${NAMES[at] ?? 'byHand'}`),
          })),
        },
        <p key="hint">{t('dataExchange.template.hint')}</p>,
      ]}
      close={close}
      send={({ name, cron }) =>
        http.post('/admin/routine.ExportTemplate/add', {
          name,
          cron,
          controller: list.url.replace(/^.*\//, ''),
          query: asked,
          language: language === 'en' ? 'en' : 'zh-cn',
          status: 1,
        })
      }
      done={() => {
        Message.success(t('dataExchange.template.kept'))
        close()
      }}
    />
  )
}
