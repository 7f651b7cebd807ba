import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderAction } from './actionRules'
import { find, findPicks, type Action, type StepBody } from './commands'
import type { Kind } from './kinds'
import type { Order, OrderRow } from './model'
import type { StepDialog } from './StepDialogs'
import { isGoodsStep, takesGoods } from './transfer/model'

const PartialStock = lazy(() => import('./PartialStock'))
const ReceiveGoods = lazy(() => import('./ReceiveGoods'))
const ReverseOrder = lazy(() => import('./ReverseOrder'))
const ShipShopOrder = lazy(() => import('./ShipShopOrder'))
const StepDialogs = lazy(() => import('./StepDialogs'))
const GoodsDialog = lazy(() => import('./transfer/GoodsDialog'))

interface Props {
  kind: Kind
  action: OrderAction
  order: OrderRow
  title: string
  busy: boolean
  close: () => void
  changed: () => void
  /** Takes a step of the order; answers whether it was done. */
  step: (action: Action, order: Pick<OrderRow, 'id' | 'version'>, more: StepBody) => Promise<boolean>
}

/** The dialog of a step that needs more than a reason. */
function Dialog({ kind, action, order, title, busy, close, changed, step }: Props) {
  const { t } = useTranslation()
  const load = (signal: AbortSignal) => find(kind, order.id, signal)
  const loadPicks = ({ id }: Order, signal: AbortSignal) => findPicks(kind.url, id, signal)
  const take = async (action: Action, order: Order, more: StepBody): Promise<boolean> => {
    const taken = await step(action, order, more)
    if (taken) close()
    return taken
  }
  const shared = { title, load, busy, close }
  if (kind.twoSided && isGoodsStep(action)) {
    const goods = { ...shared, post: (row: Order, body: StepBody) => take(action, row, body) }
    // Steps that take goods name the places that they are taken from.
    return takesGoods(action) ? (
      <PartialStock {...goods} hint={t(`${kind.words}.hints.${action}`)} loadPicks={loadPicks} />
    ) : (
      <GoodsDialog {...goods} step={action} />
    )
  }
  if (kind.twoSided && action === 'reverse') {
    return (
      <ReverseOrder
        {...shared}
        hint={t(`${kind.words}.hints.reverse`)}
        now={t('orderSteps.reverseNow')}
        post={(row, lines, reason) => take('reverse', row, { lines, reason })}
      />
    )
  }
  if (action === 'partial' && kind.moves) {
    const { moves } = kind
    const parts = { ...shared, post: (row: Order, body: StepBody) => take(moves, row, body) }
    // What comes in says of which batch it is and where it is put; what goes out, from where it is taken.
    return kind.takes ? <PartialStock {...parts} loadPicks={loadPicks} /> : <ReceiveGoods {...parts} />
  }
  if (action === 'ship') return <ShipShopOrder title={title} order={order} close={close} changed={changed} />
  return (
    <StepDialogs
      kind={kind}
      action={action === 'pick' ? 'picks' : (action as StepDialog)}
      title={title}
      id={order.id}
      busy={busy}
      close={close}
      step={step}
    />
  )
}

export const ActionDialog = (props: Props) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)
