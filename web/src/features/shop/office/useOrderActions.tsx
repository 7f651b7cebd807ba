import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { LoadingDialog } from '@/shared/ui/LoadingDialog'
import { closeOrder, decideCancel, deliver, editOrder, findOrder } from './calls'
import { askRefund, mendParcel } from './deskCalls'
import { mendable, type OrderDetail, type ShopOrder } from './model'
import { useStep } from './useStep'

const DeliveryDialog = lazy(() => import('./DeliveryDialog'))
const CancelDialog = lazy(() => import('./CancelDialog'))
const CloseDialog = lazy(() => import('./CloseDialog'))
const EditDialog = lazy(() => import('./EditDialog'))
const ParcelDialog = lazy(() => import('./ParcelDialog'))
const AskRefundDialog = lazy(() => import('./AskRefundDialog'))

export const ORDER_ACTIONS = ['delivery', 'cancel', 'refund', 'parcel', 'edit', 'close'] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

export interface OrderActions {
  /** The node names in `allowed` what this person may do in this state. */
  possible: (action: OrderAction, order: ShopOrder) => boolean
  label: (action: OrderAction) => string
  run: (action: OrderAction, order: ShopOrder) => void
  /** The dialogs; to be rendered once. */
  dialogs: ReactNode
}

/** Fields that dialogs show faults of. */
const knows = (field: string): boolean =>
  /^(company_id|courier_number|parcel|name|mobile|area|address|admin_remark|reason|description|amount|return_address_id|lines\[\d+\]\.(quantity|amount|line))$/.test(
    field,
  )

interface OpenProps {
  action: OrderAction
  id: number
  close: () => void
  changed: () => void
}

/** The dialog of a step, upon the order as it is now. */
function StepDialog({ action, id, close, changed }: OpenProps) {
  const { t } = useTranslation()
  const fetched = useFetched(`shop order ${id}`, (signal) => findOrder(id, signal))
  const possible = fetched.data?.row.allowed.includes(action) ?? true
  const { busy, faults, perform } = useStep({ knows, close, changed, reload: fetched.reload, possible })

  const detail: OrderDetail | null = fetched.data
  if (!detail)
    return (
      <LoadingDialog title={t(`shopOffice.actions.${action}`)} fetched={fetched} close={close} rows={4} />
    )
  const { row } = detail
  const common = { busy, close, faults }
  switch (action) {
    case 'delivery':
      return (
        <DeliveryDialog {...common} order={row} send={(sending) => perform(() => deliver(row, sending))} />
      )
    case 'cancel':
      return (
        <CancelDialog
          busy={busy}
          close={close}
          detail={detail}
          decide={(agree, reason) => perform(() => decideCancel(row, agree, reason))}
        />
      )
    case 'close':
      return (
        <CloseDialog
          busy={busy}
          close={close}
          order={row}
          faults={faults}
          submit={(closing) => perform(() => closeOrder(row, closing))}
        />
      )
    case 'parcel':
      return (
        <ParcelDialog {...common} detail={detail} save={(number) => perform(() => mendParcel(row, number))} />
      )
    case 'refund':
      return (
        <AskRefundDialog
          {...common}
          order={row}
          ask={(refund, command) => perform(() => askRefund(row, refund, command))}
        />
      )
    case 'edit':
      return <EditDialog {...common} order={row} save={(change) => perform(() => editOrder(row, change))} />
  }
}

export function useOrderActions(changed: () => void): OrderActions {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ action: OrderAction; id: number } | null>(null)
  return {
    possible: (action, order) =>
      order.allowed.includes(action) && (action !== 'parcel' || mendable(order).length > 0),
    label: (action) => t(`shopOffice.actions.${action}`),
    run: (action, order) => setOpen({ action, id: order.id }),
    dialogs: open && (
      <Suspense>
        <StepDialog {...open} close={() => setOpen(null)} changed={changed} />
      </Suspense>
    ),
  }
}
