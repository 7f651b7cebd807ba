import { Message, Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { http, type Schema } from '@/shared/http'
import { TaskFooter } from './TaskFooter'

interface Props {
  sheet: Pick<Schema<'CountView'>, 'id' | 'version' | 'count_no' | 'allowed'>
  /** Lines that nobody has counted, or that are to be counted again. */
  open: number
  done: () => void
}

/** Hands a counted sheet to the reviewers. All its counts have been sent by then. */
export function SubmitSheet({ sheet, open, done }: Props) {
  const { t } = useTranslation()
  const can = usePermission('warehouse/stockCount')
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)
  if (!sheet.allowed.includes('submit') || !can('submit')) return null
  const send = (): Promise<unknown> =>
    submit(
      (command_id) =>
        http.post('/admin/warehouse.StockCount/submit', { id: sheet.id, version: sheet.version, command_id }),
      () => {
        Message.success(t('clerk.submitted', { number: sheet.count_no }))
        done()
      },
    )
  return (
    <TaskFooter
      label={t('clerk.submitSheet')}
      disabled={busy}
      quiet={open > 0}
      send={() =>
        Modal.confirm({
          title: `${t('clerk.submitSheet')} · ${sheet.count_no}`,
          content: open > 0 ? t('clerk.submitSome', { count: open }) : t('clerk.submitAll'),
          onOk: () => send().then(() => undefined),
        })
      }
    />
  )
}
