import { Message, Modal, type ModalProps } from '@arco-design/web-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { session } from '@/shared/session/store'
import { undatedButtons, UndatedNotice } from '@/shared/ui/UndatedGoods'
import { AskReason, type Asking } from './AskReason'
import { reversible, takesBack, type Cost } from './beside'
import { act, find, findPicks, remove, type Action, type StepBody } from './commands'
import { whoChanged } from './conflict'
import type { Kind } from './kinds'
import { mayEdit, orderNumber, type Order, type OrderRow } from './model'
import { showShortage, type ShortLine } from './shortage'
import type { StepDialog } from './StepDialogs'
import { undatedOf } from './undated'

const PartialStock = lazy(() => import('./PartialStock'))
const ReceiveGoods = lazy(() => import('./ReceiveGoods'))
const StepDialogs = lazy(() => import('./StepDialogs'))
const ShipShopOrder = lazy(() => import('./ShipShopOrder'))

const DIALOGS: readonly string[] = ['reverse', 'giveBack', 'returnGoods', 'addCost', 'picks', 'parcels']

export type OrderAction =
  | 'audit'
  | 'reviewStock'
  | 'stock'
  | 'ship'
  | 'partial'
  | 'takeBack'
  | 'close'
  | 'void'
  | 'del'
  | 'restore'
  | StepDialog

/** What sends the parcels of the shop's orders: no other step of theirs is open to a person. */
const SHOP_ORDERS = 'shop/order/order'
const REVIEWED = 1

export interface OrderActions {
  /** Is it allowed in this state, and to this administrator? */
  possible: (action: OrderAction | 'edit', order: OrderRow) => boolean
  label: (action: OrderAction) => string
  run: (action: OrderAction, order: OrderRow) => void
  /** Asks why one of an order's costs is taken back, by its number; nothing where that is not possible. */
  takeCostBack: (order: OrderRow) => ((cost: Cost) => void) | undefined
  /** The dialogs; to be rendered once. */
  dialogs: ReactNode
}

/** What a step is sent with, so that it can be sent again with more. */
interface Sent {
  action: Action
  order: Pick<OrderRow, 'id' | 'version'>
  more: StepBody
}

export function useOrderActions(kind: Kind, changed: () => void): OrderActions {
  const { t } = useTranslation()
  const can = usePermission(kind.page)
  const shop = usePermission(SHOP_ORDERS)
  const { show } = useProblem()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [dialog, setDialog] = useState<{ action: StepDialog; order: OrderRow } | null>(null)
  const [shipping, setShipping] = useState<OrderRow | null>(null)
  const [partial, setPartial] = useState<OrderRow | null>(null)
  const [busy, setBusy] = useState(false)

  const explain = (error: unknown, sent?: Sent): void => {
    const data = error instanceof ApiError ? error.data : {}
    if (data.key === 'stock.short' && Array.isArray(data.lines)) {
      const offers = sent !== undefined && !sent.more.expired && can('expired')
      const take = offers && (() => step(sent.action, sent.order, { ...sent.more, expired: true }).then(done))
      void showShortage(t, data.lines as ShortLine[], take || undefined)
    } else if (data.key === 'stock.blocked' && Array.isArray(data.lines)) {
      const lines = data.lines as { line: number; msg: string }[]
      Modal.warning({
        title: t('orderSteps.blocked'),
        content: lines.map(({ line, msg }) => <p key={line}>{msg}</p>),
      })
    } else if (data.key === 'order.version_conflict') {
      Message.warning(t('orders.conflict', { who: whoChanged(data) ?? t('orders.someone') }))
    } else show(error)
    changed()
  }

  /** Closes the dialog that a step was asked in, once it was taken. */
  const done = (taken: boolean): void => {
    if (!taken) return
    setPartial(null)
    setDialog(null)
    setAsking(null)
  }

  const perform = async (work: () => Promise<unknown>, sent?: Sent): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      changed()
      return true
    } catch (error) {
      explain(error, sent)
      return false
    } finally {
      setBusy(false)
    }
  }

  const step = (
    action: Action,
    order: Pick<OrderRow, 'id' | 'version'>,
    more: StepBody = {},
  ): Promise<boolean> => perform(() => act(kind, action, order, more), { action, order, more })

  /** Reviews; where another person should, a super administrator is asked why they do it all the same. */
  const review = async (action: 'audit' | 'reviewStock', order: OrderRow): Promise<void> => {
    setBusy(true)
    const more = {}
    try {
      await act(kind, action, order, more)
      changed()
    } catch (error) {
      const asked = error instanceof ApiError && error.data.key === 'order.four_eyes'
      if (asked && session.admin?.super) setAsking({ action, order, overrule: true })
      else explain(error, { action, order, more })
    } finally {
      setBusy(false)
    }
  }

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

  const label = (action: OrderAction | 'takeCostBack'): string => {
    if (action === 'stock' || action === 'partial' || action === 'reviewStock')
      return t(`orders.${kind.direction}.${action}`)
    if (action === 'ship' || action === 'takeCostBack') return t(`orderSteps.${action}`)
    if (DIALOGS.includes(action)) return t(`orderSteps.${action as StepDialog}`)
    return t(`orders.${action}`)
  }

  const possible: OrderActions['possible'] = (action, order) => {
    const all = (...needed: string[]): boolean => needed.every((one) => can(one))
    if (action === 'restore') return !!order.delete_time && all('restore')
    if (action === 'edit') return order.allowed.includes('edit') && mayEdit(order, can)
    if (action === 'ship')
      return Boolean(order.shop_order_id) && order.status === REVIEWED && shop('index') && shop('delivery')
    if (action === 'picks') return kind.ships && order.status < 2 && !order.delete_time
    if (action === 'reviewStock') return order.allowed.includes('audit') && all('audit', kind.moves)
    if (action === 'partial' && !kind.parts) return false
    const needed = action === 'partial' || action === 'stock' ? kind.moves : action
    // A page knows the lines, so it knows whether anything is left to take back.
    const lines = (order as Partial<Order>).lines
    if (takesBack(action) && lines && !lines.some((line) => reversible(line).gt(0))) return false
    return order.allowed.includes(needed) && all(needed)
  }

  const run = (action: OrderAction, order: OrderRow): void => {
    const title = `${label(action)} · ${orderNumber(kind, order)}`
    switch (action) {
      case 'audit':
        return confirm(title, t('orders.confirmAudit'), () => review('audit', order))
      case 'takeBack':
        return confirm(title, t('orders.confirmTakeBack'), () => step('takeBack', order))
      case 'stock':
        return confirmStock(title, t('orders.confirmStock', { action: label('stock') }), order, () =>
          step(kind.moves, order),
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
      case 'reverse':
      case 'giveBack':
      case 'returnGoods':
      case 'addCost':
      case 'picks':
      case 'parcels':
        return setDialog({ action, order })
      case 'ship':
        return setShipping(order)
      case 'partial':
        return setPartial(order)
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
    done(await step(action, order, more))
  }

  const parts = partial && {
    title: `${label('partial')} · ${orderNumber(kind, partial)}`,
    load: (signal: AbortSignal) => find(kind, partial.id, signal),
    busy,
    close: () => setPartial(null),
    post: async (order: Order, body: StepBody) => {
      const taken = await step(kind.moves, order, body)
      done(taken)
      return taken
    },
  }
  const dialogs = (
    <>
      {asking && (
        <AskReason
          kind={kind}
          asking={asking}
          label={label(asking.action)}
          close={() => setAsking(null)}
          give={give}
        />
      )}
      <Suspense>
        {parts &&
          // What comes in says of which batch it is and where it is put; what goes out, from where it is taken.
          (kind.takes ? (
            <PartialStock {...parts} loadPicks={({ id }, signal) => findPicks(kind.url, id, signal)} />
          ) : (
            <ReceiveGoods {...parts} />
          ))}
        {shipping && (
          <ShipShopOrder
            title={`${label('ship')} · ${orderNumber(kind, shipping)}`}
            order={shipping}
            close={() => setShipping(null)}
            changed={changed}
          />
        )}
        {dialog && (
          <StepDialogs
            kind={kind}
            action={dialog.action}
            title={`${label(dialog.action)} · ${orderNumber(kind, dialog.order)}`}
            id={dialog.order.id}
            busy={busy}
            close={() => setDialog(null)}
            step={step}
          />
        )}
      </Suspense>
    </>
  )
  const takeCostBack: OrderActions['takeCostBack'] = (order) =>
    order.allowed.includes('takeCostBack') && can('takeCostBack')
      ? (cost) => setAsking({ action: 'takeCostBack', order, overrule: false, cost })
      : undefined
  return { possible, label, run, takeCostBack, dialogs }
}
