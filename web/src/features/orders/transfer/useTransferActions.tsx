import { Input, Message, Modal } from '@arco-design/web-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { act, find, remove } from './commands'
import { PAGE, isGoodsStep, type GoodsStep, type OrderRow, type TransferStep } from './model'

const GoodsDialog = lazy(() => import('./GoodsDialog'))

interface ShortLine {
  line: number
  product_no?: string
  wanted: string
  available: string
}

export interface TransferActions {
  /** Is it allowed in this state, and to this administrator? */
  possible: (step: TransferStep | 'edit', order: OrderRow) => boolean
  label: (step: TransferStep) => string
  run: (step: TransferStep, order: OrderRow) => void
  /** The dialogs; to be rendered once. */
  dialogs: ReactNode
}

/** Giving goods up needs the permission to review as well. */
const ALSO: Partial<Record<TransferStep | 'edit', string>> = { lost: 'audit', lostBack: 'audit' }

export const numberOf = (order: OrderRow): string => order.transfer_order_no ?? String(order.id)

export function useTransferActions(changed: () => void): TransferActions {
  const { t } = useTranslation()
  const can = usePermission(PAGE)
  const { show } = useProblem()
  const [asking, setAsking] = useState<{ step: 'close' | 'void'; order: OrderRow } | null>(null)
  const [reason, setReason] = useState('')
  const [wanting, setWanting] = useState(false)
  const [goods, setGoods] = useState<{ step: GoodsStep; order: OrderRow } | null>(null)
  const [busy, setBusy] = useState(false)

  const explain = (error: unknown): void => {
    const data = error instanceof ApiError ? error.data : {}
    if (data.key === 'stock.short' && Array.isArray(data.lines)) {
      const lines = data.lines as ShortLine[]
      Modal.warning({
        title: t('orders.shortage'),
        content: lines.map((line) => (
          <p key={line.line}>{t('orders.shortLine', { ...line, product: line.product_no ?? '' })}</p>
        )),
      })
    } else if (data.key === 'order.version_conflict') {
      Message.warning(t('orders.conflict', { who: t('orders.someone') }))
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

  const label = (step: TransferStep): string => t(`transferOrders.steps.${step}`)

  const possible: TransferActions['possible'] = (step, order) => {
    const also = ALSO[step]
    return order.allowed.includes(step) && can(step) && (also === undefined || can(also))
  }

  const run = (step: TransferStep, order: OrderRow): void => {
    const title = `${label(step)} · ${numberOf(order)}`
    const confirm = (content: string, work: () => Promise<unknown>, danger = false): void => {
      Modal.confirm({
        title,
        content,
        okButtonProps: danger ? { status: 'danger' } : undefined,
        onOk: () => perform(work).then(() => undefined),
      })
    }
    if (isGoodsStep(step)) return setGoods({ step, order })
    if (step === 'audit') return confirm(t('transferOrders.confirmAudit'), () => act('audit', order))
    if (step === 'takeBack') return confirm(t('orders.confirmTakeBack'), () => act('takeBack', order))
    if (step === 'del') return confirm(t('orders.confirmDel'), () => remove([order.id]), true)
    setReason('')
    setWanting(false)
    setAsking({ step, order })
  }

  const give = async (): Promise<void> => {
    if (!asking) return
    if (!reason.trim()) return setWanting(true)
    const { step, order } = asking
    if (await perform(() => act(step, order, { reason: reason.trim() }))) setAsking(null)
  }

  const dialogs = (
    <>
      <Modal
        visible={asking !== null}
        title={asking ? `${label(asking.step)} · ${numberOf(asking.order)}` : ''}
        onCancel={() => setAsking(null)}
        onOk={() => void give()}
        confirmLoading={busy}
        okButtonProps={{ status: 'danger' }}
      >
        <label htmlFor="transfer-end-reason">{t('orders.reason')}</label>
        <Input.TextArea
          id="transfer-end-reason"
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
        {goods && (
          <GoodsDialog
            step={goods.step}
            title={`${label(goods.step)} · ${numberOf(goods.order)}`}
            load={(signal) => find(goods.order.id, signal)}
            busy={busy}
            close={() => setGoods(null)}
            post={async (order, body) => {
              if (await perform(() => act(goods.step, order, body))) setGoods(null)
            }}
          />
        )}
      </Suspense>
    </>
  )
  return { possible, label, run, dialogs }
}
