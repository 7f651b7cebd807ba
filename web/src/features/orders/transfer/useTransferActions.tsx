import { Message, Modal } from '@arco-design/web-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { session } from '@/shared/session/store'
import { ReasonDialog } from '@/shared/ui/ReasonDialog'
import { findPicks, type SwapBody } from '../commands'
import { whoChanged } from '../conflict'
import { mayEdit } from '../model'
import { showShortage, type ShortLine } from '../shortage'
import { act, find, remove, restore } from './commands'
import {
  PAGE,
  URL,
  isGoodsStep,
  isWithin,
  numberOf,
  takesGoods,
  type GoodsStep,
  type OrderRow,
  type TransferStep,
} from './model'

const GoodsDialog = lazy(() => import('./GoodsDialog'))
const PartialStock = lazy(() => import('../PartialStock'))
const ReverseOrder = lazy(() => import('../ReverseOrder'))
const TransferPicks = lazy(() => import('./TransferPicks'))

export interface TransferActions {
  /** Is it allowed in this state, and to this administrator? */
  possible: (step: TransferStep | 'edit', order: OrderRow) => boolean
  /** What a step is called on an order. */
  label: (step: TransferStep, order: Pick<OrderRow, 'type'>) => string
  run: (step: TransferStep, order: OrderRow) => void
  /** The dialogs; to be rendered once. */
  dialogs: ReactNode
}

/** A step that asks for a reason. */
interface Asking {
  step: 'audit' | 'close' | 'void'
  order: OrderRow
  /** A super administrator reviews what they wrote themselves. */
  overrule: boolean
}

/** Giving goods up needs the permission to review as well. */
const ALSO: Partial<Record<TransferStep, string>> = { lost: 'audit', lostBack: 'audit' }

export function useTransferActions(changed: () => void): TransferActions {
  const { t } = useTranslation()
  const can = usePermission(PAGE)
  const { show } = useProblem()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [goods, setGoods] = useState<{ step: GoodsStep; order: OrderRow } | null>(null)
  const [picking, setPicking] = useState<OrderRow | null>(null)
  const [reversing, setReversing] = useState<OrderRow | null>(null)
  const [busy, setBusy] = useState(false)

  const explain = (error: unknown, takeExpired?: () => Promise<unknown>): void => {
    const data = error instanceof ApiError ? error.data : {}
    if (data.key === 'stock.short' && Array.isArray(data.lines)) {
      void showShortage(t, data.lines as ShortLine[], can('expired') ? takeExpired : undefined)
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

  const perform = async (
    work: () => Promise<unknown>,
    takeExpired?: () => Promise<unknown>,
    fourEyes?: () => void,
  ): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      changed()
      return true
    } catch (error) {
      const asked = error instanceof ApiError && error.data.key === 'order.four_eyes'
      if (asked && fourEyes && session.admin?.super) fourEyes()
      else explain(error, takeExpired)
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
    fourEyes?: () => void,
  ): Promise<boolean> => {
    const done = (taken: boolean): boolean => {
      if (taken) {
        setGoods(null)
        setAsking(null)
      }
      return taken
    }
    const withExpired = () => perform(() => act(step, order, { ...more, expired: true })).then(done)
    return done(await perform(() => act(step, order, more), withExpired, fourEyes))
  }
  /** Reviews; where another person should, a super administrator is asked why they do it all the same. */
  const review = (order: OrderRow): Promise<boolean> =>
    take('audit', order, {}, () => setAsking({ step: 'audit', order, overrule: true }))

  /** Takes reserved goods from another place. Where those there have expired, those who may are asked. */
  const swap = (
    order: Pick<OrderRow, 'id' | 'version'>,
    request: SwapBody,
    reason: string,
  ): Promise<boolean> => {
    const more = { swaps: [request], ...(reason && { reason }) }
    const withExpired = () =>
      perform(() => act('pick', order, { ...more, expired: true })).then((taken) => {
        if (taken) setPicking(null)
      })
    return perform(() => act('pick', order, more), withExpired)
  }

  // Nothing is shipped within one warehouse.
  const label: TransferActions['label'] = (step, order) =>
    t(`transferOrders.steps.${step === 'close' && isWithin(order) ? 'closeWithin' : step}`)

  const titleOf = (step: TransferStep, order: OrderRow): string =>
    `${label(step, order)} · ${numberOf(order)}`

  const possible: TransferActions['possible'] = (step, order) => {
    if (step === 'restore') return !!order.delete_time && can('restore')
    if (step === 'edit') return order.allowed.includes('edit') && mayEdit(order, can)
    const also = ALSO[step]
    return order.allowed.includes(step) && can(step) && (also === undefined || can(also))
  }

  const run = (step: TransferStep, order: OrderRow): void => {
    const title = titleOf(step, order)
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
    if (step === 'reverse') return setReversing(order)
    if (step === 'audit') return ask(t('transferOrders.confirmAudit'), () => review(order))
    if (step === 'takeBack') return confirm(t('orders.confirmTakeBack'), () => act('takeBack', order))
    if (step === 'restore') return confirm(t('orders.confirmRestore'), () => restore(order))
    if (step === 'del') return confirm(t('orders.confirmDel'), () => remove([order.id]), true)
    setAsking({ step, order, overrule: false })
  }

  const give = async (reason: string): Promise<void> => {
    if (!asking) return
    const { step, order } = asking
    if (step === 'audit') return void (await take(step, order, { reason, overrule: true }))
    if (await perform(() => act(step, order, { reason }))) setAsking(null)
  }

  const dialog = ({ step, order }: { step: GoodsStep; order: OrderRow }) => ({
    title: titleOf(step, order),
    load: (signal: AbortSignal) => find(order.id, signal),
    busy,
    close: () => setGoods(null),
    post: (order: OrderRow, body: object) => take(step, order, body),
  })
  const dialogs = (
    <>
      {asking && (
        <ReasonDialog
          title={
            asking.overrule
              ? `${t('orderSteps.overrule')} · ${numberOf(asking.order)}`
              : titleOf(asking.step, asking.order)
          }
          warning={asking.overrule ? t('orderSteps.overruleHint') : undefined}
          danger
          hint={t('orders.reasonHint')}
          close={() => setAsking(null)}
          send={give}
        />
      )}
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
        {reversing && (
          <ReverseOrder
            title={titleOf('reverse', reversing)}
            hint={t('transferOrders.hints.reverse')}
            now={t('orderSteps.reverseNow')}
            load={(signal) => find(reversing.id, signal)}
            busy={busy}
            close={() => setReversing(null)}
            post={async (order, lines, reason) => {
              const taken = await perform(() => act('reverse', order, { lines, reason }))
              if (taken) setReversing(null)
              return taken
            }}
          />
        )}
        {picking && (
          <TransferPicks
            id={picking.id}
            title={titleOf('pick', picking)}
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
