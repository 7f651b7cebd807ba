import { Modal, type ModalProps } from '@arco-design/web-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { undatedButtons, UndatedNotice } from '@/shared/ui/UndatedGoods'
import { ActionDialog } from './OrderActionDialog'
import { isPossible, labelOf, type OrderAction } from './actionRules'
import { AskReason, type Asking } from './AskReason'
import type { Cost } from './beside'
import { remove } from './commands'
import type { Kind } from './kinds'
import { orderNumber, type OrderRow } from './model'
import { undatedOf } from './undated'
import { useSteps } from './useSteps'

export type { OrderAction }

/** What sends the parcels of the shop's orders: no other step of theirs is open to a person. */
const SHOP_ORDERS = 'shop/order/order'

export interface OrderActions {
  /** Is it allowed in this state, and to this administrator? */
  possible: (action: OrderAction | 'edit', order: OrderRow) => boolean
  /** What a step is called; of transfers it depends on the order. */
  label: (action: OrderAction, order?: Pick<OrderRow, 'type'>) => string
  run: (action: OrderAction, order: OrderRow) => void
  /** Asks why one of an order's costs is taken back, by its number; nothing where that is not possible. */
  takeCostBack: (order: OrderRow) => ((cost: Cost) => void) | undefined
  /** The dialogs; to be rendered once. */
  dialogs: ReactNode
}

/** The steps of a kind of orders: which are possible, what they are called, and what they ask. */
export function useOrderActions(kind: Kind, changed: () => void): OrderActions {
  const { t } = useTranslation()
  const can = usePermission(kind.page)
  const shop = usePermission(SHOP_ORDERS)
  const { show } = useProblem()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [dialog, setDialog] = useState<{ action: OrderAction; order: OrderRow } | null>(null)
  /** Closes what a step was asked in. */
  const over = (): void => {
    setDialog(null)
    setAsking(null)
  }
  const { busy, perform, step } = useSteps(kind, changed, over)
  /** Reviews; where another person should, a super administrator is asked why they do it all the same. */
  const review = (action: 'audit' | 'reviewStock', order: OrderRow): Promise<boolean> =>
    step(action, order, {}, () => setAsking({ action, order, overrule: true }))

  const confirm = (
    title: string,
    content: ReactNode,
    work: () => Promise<unknown>,
    more: ModalProps = {},
  ): void => {
    Modal.confirm({
      title,
      content,
      ...more,
      onOk: () => work().then(() => undefined),
    })
  }

  /** Asks before all that is open is stocked, and names goods that would come in without a date. */
  const confirmStock = (
    title: string,
    content: string,
    order: OrderRow,
    work: () => Promise<unknown>,
  ): void =>
    void undatedOf(kind, order)
      .then((names) => {
        if (names.length === 0) return confirm(title, content, work)
        confirm(title, <UndatedNotice content={content} names={names} />, work, undatedButtons(t))
      })
      .catch(show)

  const label: OrderActions['label'] = (action, order) => labelOf(t, kind, action, order)
  const titleOf = (action: OrderAction, order: OrderRow): string =>
    `${label(action, order)} · ${orderNumber(kind, order)}`

  const run = (action: OrderAction, order: OrderRow): void => {
    const title = titleOf(action, order)
    switch (action) {
      case 'audit':
        return confirm(title, t(kind.reviewText), () => review('audit', order))
      case 'takeBack':
        return confirm(title, t('orders.confirmTakeBack'), () => step('takeBack', order))
      case 'stock':
        return confirmStock(title, t('orders.confirmStock', { action: label('stock') }), order, () =>
          step(kind.moves ?? 'stock', order),
        )
      case 'reviewStock':
        return confirmStock(title, t('orders.confirmReviewStock'), order, () => review('reviewStock', order))
      case 'restore':
        return confirm(title, t('orders.confirmRestore'), () => step('restore', order))
      case 'del':
        return confirm(title, t('orders.confirmDel'), () => perform(() => remove(kind, [order.id])), {
          okButtonProps: { status: 'danger' },
        })
      case 'close':
      case 'void':
        return setAsking({ action, order, overrule: false })
      default:
        return setDialog({ action, order })
    }
  }

  const give = async (reason: string, backOrder: boolean): Promise<void> => {
    if (!asking) return
    const { action, order, overrule, cost } = asking
    const more = {
      reason,
      ...(overrule && { overrule }),
      ...(backOrder && { back_order: true }),
      ...(cost && { cost_no: cost.no }),
    }
    if (await step(action, order, more)) over()
  }

  const dialogs = (
    <>
      {asking && (
        <AskReason
          kind={kind}
          asking={asking}
          label={labelOf(t, kind, asking.action, asking.order)}
          close={() => setAsking(null)}
          give={give}
        />
      )}
      {dialog && (
        <ActionDialog
          kind={kind}
          {...dialog}
          title={titleOf(dialog.action, dialog.order)}
          busy={busy}
          close={() => setDialog(null)}
          changed={changed}
          step={step}
        />
      )}
    </>
  )
  return {
    possible: (action, order) => isPossible(kind, action, order, can, shop),
    label,
    run,
    takeCostBack: (order) =>
      order.allowed.includes('takeCostBack') && can('takeCostBack')
        ? (cost) => setAsking({ action: 'takeCostBack', order, overrule: false, cost })
        : undefined,
    dialogs,
  }
}
