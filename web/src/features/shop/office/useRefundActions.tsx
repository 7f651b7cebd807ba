import { Modal } from '@arco-design/web-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { money } from '@/shared/number/decimal'
import { LoadingDialog } from '@/shared/ui/LoadingDialog'
import {
  agreeRefund,
  findRefund,
  payInspected,
  receiveRefund,
  refuseRefund,
  rejectRefund,
  waiveRefund,
} from './calls'
import { retryRefund } from './deskCalls'
import type { RefundRow } from './model'
import { useStep } from './useStep'

const AuditDialog = lazy(() => import('./AuditDialog'))
const ReceiveDialog = lazy(() => import('./ReceiveDialog'))
const InspectedDialog = lazy(() => import('./InspectedDialog'))
const RejectDialog = lazy(() => import('./RejectDialog'))

export const REFUND_ACTIONS = ['audit', 'receive', 'inspected', 'retry', 'waive', 'reject'] as const
export type RefundAction = (typeof REFUND_ACTIONS)[number]

const knows = (field: string): boolean =>
  /^(reason|images|freight|amount|return_address_id|lines\[\d+\]\.(quantity|amount|reason))$/.test(field)

interface OpenProps {
  action: RefundAction
  id: number
  close: () => void
  changed: () => void
}

/** The dialog of a step, upon the refund and its order as they are now. */
function StepDialog({ action, id, close, changed }: OpenProps) {
  const { t } = useTranslation()
  const fetched = useFetched(`shop refund ${id}`, (signal) => findRefund(id, signal))
  const possible = fetched.data?.row.allowed.includes(action) ?? true
  const { busy, faults, perform } = useStep({ knows, close, changed, reload: fetched.reload, possible })

  const detail = fetched.data
  const title = t(`shopOffice.refundActions.${action}`)
  if (!detail) return <LoadingDialog title={title} fetched={fetched} close={close} rows={4} />
  const { row, order } = detail
  const subject = { id: row.id, version: order.version }
  const named = `${title} · ${row.refund_no}`
  switch (action) {
    case 'audit':
      return (
        <AuditDialog
          detail={detail}
          busy={busy}
          faults={faults}
          close={close}
          agree={(agreement) => perform(() => agreeRefund(subject, agreement))}
          refuse={(reason) => perform(() => refuseRefund(subject, reason))}
        />
      )
    case 'receive':
      return (
        <ReceiveDialog
          detail={detail}
          busy={busy}
          faults={faults}
          close={close}
          receive={(lines) => perform(() => receiveRefund(subject, lines))}
        />
      )
    case 'inspected':
      return (
        <InspectedDialog
          title={named}
          detail={detail}
          busy={busy}
          faults={faults}
          close={close}
          pay={(lines, reason) => perform(() => payInspected(subject, lines, reason))}
        />
      )
    case 'reject':
      return (
        <RejectDialog
          title={named}
          busy={busy}
          faults={faults}
          close={close}
          reject={(reason, images) => perform(() => rejectRefund(subject, reason, images))}
        />
      )
    case 'retry':
      return (
        <Modal
          visible
          title={named}
          onCancel={close}
          onOk={() => perform(() => retryRefund(subject))}
          okText={t('shopOffice.refundActions.retry')}
          confirmLoading={busy}
        >
          {t('shopDesk.retry', { amount: money(row.refund_amount) })}
        </Modal>
      )
    case 'waive':
      return (
        <Modal
          visible
          title={named}
          onCancel={close}
          onOk={() => perform(() => waiveRefund(subject))}
          confirmLoading={busy}
        >
          {t('shopOffice.ask.waive', { amount: money(row.refund_amount) })}
        </Modal>
      )
  }
}

export interface RefundActions {
  possible: (action: RefundAction, refund: RefundRow) => boolean
  label: (action: RefundAction) => string
  run: (action: RefundAction, refund: RefundRow) => void
  /** The dialogs; to be rendered once. */
  dialogs: ReactNode
}

export function useRefundActions(changed: () => void): RefundActions {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ action: RefundAction; id: number } | null>(null)
  return {
    possible: (action, refund) => refund.allowed.includes(action),
    label: (action) => t(`shopOffice.refundActions.${action}`),
    run: (action, refund) => setOpen({ action, id: refund.id }),
    dialogs: open && (
      <Suspense>
        <StepDialog {...open} close={() => setOpen(null)} changed={changed} />
      </Suspense>
    ),
  }
}
