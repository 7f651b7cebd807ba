import { Input, Message, Modal } from '@arco-design/web-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { findPicks } from '../commands'
import type { SwapRequest } from '../PickList'
import { showShortage, type ShortLine } from '../shortage'
import { act, find, remove, restore } from './commands'
import {
  PAGE,
  URL,
  isGoodsStep,
  numberOf,
  takesGoods,
  type GoodsStep,
  type OrderRow,
  type TransferStep,
} from './model'

const GoodsDialog = lazy(() => import('./GoodsDialog'))
const PartialStock = lazy(() => import('../PartialStock'))
const TransferPicks = lazy(() => import('./TransferPicks'))

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

export function useTransferActions(changed: () => void): TransferActions {
  const { t } = useTranslation()
  const can = usePermission(PAGE)
  const { show } = useProblem()
  const [asking, setAsking] = useState<{ step: 'close' | 'void'; order: OrderRow } | null>(null)
  const [reason, setReason] = useState('')
  const [wanting, setWanting] = useState(false)
  const [goods, setGoods] = useState<{ step: GoodsStep; order: OrderRow } | null>(null)
  const [picking, setPicking] = useState<OrderRow | null>(null)
  const [busy, setBusy] = useState(false)

  const explain = (error: unknown, takeExpired?: () => Promise<unknown>): void => {
    const data = error instanceof ApiError ? error.data : {}
    if (data.key === 'stock.short' && Array.isArray(data.lines)) {
      showShortage(t, data.lines as ShortLine[], can('expired') ? takeExpired : undefined)
    } else if (data.key === 'order.version_conflict') {
      Message.warning(t('orders.conflict', { who: t('orders.someone') }))
    } else show(error)
    changed()
  }

  const perform = async (
    work: () => Promise<unknown>,
    takeExpired?: () => Promise<unknown>,
  ): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      changed()
      return true
    } catch (error) {
      explain(error, takeExpired)
      return false
    } finally {
      setBusy(false)
    }
  }
  /** A step that needs goods of the source. Where only expired ones are left, those who may are asked. */
  const take = async (
    step: 'audit' | GoodsStep,
    order: Pick<OrderRow, 'id' | 'version'>,
    more: object = {},
  ): Promise<void> => {
    const done = (taken: boolean): void => {
      if (taken) setGoods(null)
    }
    const withExpired = () => perform(() => act(step, order, { ...more, expired: true })).then(done)
    done(await perform(() => act(step, order, more), withExpired))
  }

  /** Takes reserved goods from another place. Where those there have expired, those who may are asked. */
  const swap = (
    order: Pick<OrderRow, 'id' | 'version'>,
    request: SwapRequest,
    reason: string,
  ): Promise<boolean> => {
    const more = { swaps: [request], ...(reason && { reason }) }
    const withExpired = () =>
      perform(() => act('pick', order, { ...more, expired: true })).then((taken) => {
        if (taken) setPicking(null)
      })
    return perform(() => act('pick', order, more), withExpired)
  }

  const label = (step: TransferStep): string => t(`transferOrders.steps.${step}`)

  const possible: TransferActions['possible'] = (step, order) => {
    if (step === 'restore') return !!order.delete_time && can('restore')
    const also = ALSO[step]
    return order.allowed.includes(step) && can(step) && (also === undefined || can(also))
  }

  const run = (step: TransferStep, order: OrderRow): void => {
    const title = `${label(step)} · ${numberOf(order)}`
    const ask = (content: string, work: () => Promise<unknown>, danger = false): void => {
      Modal.confirm({
        title,
        content,
        okButtonProps: danger ? { status: 'danger' } : undefined,
        onOk: () => work().then(() => undefined),
      })
    }
    const confirm = (content: string, work: () => Promise<unknown>, danger = false): void =>
      ask(content, () => perform(work), danger)
    if (isGoodsStep(step)) return setGoods({ step, order })
    if (step === 'pick') return setPicking(order)
    if (step === 'audit') return ask(t('transferOrders.confirmAudit'), () => take('audit', order))
    if (step === 'takeBack') return confirm(t('orders.confirmTakeBack'), () => act('takeBack', order))
    if (step === 'restore') return confirm(t('orders.confirmRestore'), () => restore(order))
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

  const dialog = ({ step, order }: { step: GoodsStep; order: OrderRow }) => ({
    title: `${label(step)} · ${numberOf(order)}`,
    load: (signal: AbortSignal) => find(order.id, signal),
    busy,
    close: () => setGoods(null),
    post: (order: OrderRow, body: object) => take(step, order, body),
  })
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
        {goods &&
          // What is taken says from where.
          (takesGoods(goods.step) ? (
            <PartialStock
              {...dialog(goods)}
              hint={t(`transferOrders.hints.${goods.step}`)}
              loadPicks={({ id }, signal) => findPicks(URL, id, signal)}
            />
          ) : (
            <GoodsDialog step={goods.step} {...dialog(goods)} />
          ))}
        {picking && (
          <TransferPicks
            id={picking.id}
            title={`${label('pick')} · ${numberOf(picking)}`}
            busy={busy}
            close={() => setPicking(null)}
            swap={swap}
          />
        )}
      </Suspense>
    </>
  )
  return { possible, label, run, dialogs }
}
