import { Input, Message, Modal } from '@arco-design/web-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { act, find, remove } from './commands'
import type { Kind } from './kinds'
import { orderNumber, type OrderRow } from './model'

const PartialStock = lazy(() => import('./PartialStock'))

export type OrderAction =
  'audit' | 'reviewStock' | 'stock' | 'partial' | 'takeBack' | 'close' | 'void' | 'del'

interface ShortLine {
  line: number
  product_no: string
  wanted: string
  available: string
}

export interface OrderActions {
  /** Is it allowed in this state, and to this administrator? */
  possible: (action: OrderAction | 'edit', order: OrderRow) => boolean
  label: (action: OrderAction) => string
  run: (action: OrderAction, order: OrderRow) => void
  /** The dialogs; to be rendered once. */
  dialogs: ReactNode
}

export function useOrderActions(kind: Kind, changed: () => void): OrderActions {
  const { t } = useTranslation()
  const can = usePermission(kind.page)
  const { show } = useProblem()
  const [asking, setAsking] = useState<{ action: 'close' | 'void'; order: OrderRow } | null>(null)
  const [reason, setReason] = useState('')
  const [wanting, setWanting] = useState(false)
  const [partial, setPartial] = useState<OrderRow | null>(null)
  const [busy, setBusy] = useState(false)

  const explain = (error: unknown): void => {
    const data = error instanceof ApiError ? error.data : {}
    if (data.key === 'stock.short' && Array.isArray(data.lines)) {
      const lines = data.lines as ShortLine[]
      Modal.warning({
        title: t('orders.shortage'),
        content: (
          <div>
            {lines.map((line) => (
              <p key={line.line}>{t('orders.shortLine', { ...line, product: line.product_no })}</p>
            ))}
          </div>
        ),
      })
    } else if (data.key === 'order.version_conflict') {
      const who = data.changed_by as { nickname?: string } | string | null | undefined
      const name = typeof who === 'string' ? who : who?.nickname
      Message.warning(t('orders.conflict', { who: name || t('orders.someone') }))
    } else show(error)
    changed()
  }

  const perform = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      changed()
      return true
    } catch (error) {
      explain(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  const confirm = (title: string, content: string, work: () => Promise<unknown>, danger = false): void => {
    Modal.confirm({
      title,
      content,
      okButtonProps: danger ? { status: 'danger' } : undefined,
      onOk: () => perform(work).then(() => undefined),
    })
  }

  const label = (action: OrderAction): string => {
    if (action === 'stock' || action === 'partial' || action === 'reviewStock')
      return t(`orders.${kind.direction}.${action}`)
    return t(`orders.${action}`)
  }

  const possible: OrderActions['possible'] = (action, order) => {
    const all = (...needed: string[]): boolean => needed.every((one) => can(one))
    if (action === 'reviewStock') return order.allowed.includes('audit') && all('audit', kind.moves)
    if (action === 'partial' && !kind.parts) return false
    const needed = action === 'partial' || action === 'stock' ? kind.moves : action
    return order.allowed.includes(needed) && all(needed)
  }

  const run = (action: OrderAction, order: OrderRow): void => {
    const title = `${label(action)} · ${orderNumber(kind, order)}`
    switch (action) {
      case 'audit':
        return confirm(title, t('orders.confirmAudit'), () => act(kind, 'audit', order))
      case 'takeBack':
        return confirm(title, t('orders.confirmTakeBack'), () => act(kind, 'takeBack', order))
      case 'stock':
        return confirm(title, t('orders.confirmStock', { action: label('stock') }), () =>
          act(kind, kind.moves, order),
        )
      case 'reviewStock':
        return confirm(title, t('orders.confirmReviewStock'), async () => {
          // Two commands, but one step for the user: one message.
          const reviewed = await act(kind, 'audit', order, {}, {})
          await act(kind, kind.moves, { id: order.id, version: reviewed.version })
        })
      case 'del':
        return confirm(title, t('orders.confirmDel'), () => remove(kind, [order.id]), true)
      case 'close':
      case 'void':
        setReason('')
        setWanting(false)
        return setAsking({ action, order })
      case 'partial':
        return setPartial(order)
    }
  }

  const give = async (): Promise<void> => {
    if (!asking) return
    if (!reason.trim()) return setWanting(true)
    const { action, order } = asking
    if (await perform(() => act(kind, action, order, { reason: reason.trim() }))) setAsking(null)
  }

  const dialogs = (
    <>
      <Modal
        visible={asking !== null}
        title={asking ? `${label(asking.action)} · ${orderNumber(kind, asking.order)}` : ''}
        onCancel={() => setAsking(null)}
        onOk={() => void give()}
        confirmLoading={busy}
        okButtonProps={{ status: 'danger' }}
      >
        <label htmlFor="order-reason">{t('orders.reason')}</label>
        <Input.TextArea
          id="order-reason"
          value={reason}
          onChange={setReason}
          maxLength={200}
          showWordLimit
          status={wanting && !reason.trim() ? 'error' : undefined}
          placeholder={wanting && !reason.trim() ? t('orders.reasonNeeded') : t('orders.reasonHint')}
          autoSize={{ minRows: 3 }}
        />
      </Modal>
      <Suspense>
        {partial && (
          <PartialStock
            title={`${label('partial')} · ${orderNumber(kind, partial)}`}
            load={(signal) => find(kind, partial.id, signal)}
            busy={busy}
            close={() => setPartial(null)}
            post={async (order, lines) => {
              if (await perform(() => act(kind, kind.moves, order, { lines }))) setPartial(null)
            }}
          />
        )}
      </Suspense>
    </>
  )
  return { possible, label, run, dialogs }
}
