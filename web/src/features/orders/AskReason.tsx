import { useTranslation } from 'react-i18next'
import { money } from '@/shared/number/decimal'
import type { Cost } from './beside'
import type { Kind } from './kinds'
import { orderNumber, type Order, type OrderRow } from './model'
import { ReasonDialog } from './ReasonDialog'

/** A step that asks for a reason. */
export interface Asking {
  action: 'close' | 'void' | 'audit' | 'reviewStock' | 'takeCostBack'
  order: OrderRow
  /** A super administrator reviews what they wrote themselves. */
  overrule: boolean
  /** The cost that is taken back. */
  cost?: Cost
}

/** Does it send goods back to the supplier of a purchase? A list does not say; the node refuses a back order then. */
const returnsGoods = (order: OrderRow): boolean =>
  (order as Partial<Order>).origin?.reason === 'supplier_return'

interface Props {
  kind: Kind
  asking: Asking
  /** What the step is called. */
  label: string
  busy: boolean
  close: () => void
  give: (reason: string, backOrder: boolean) => void
}

/** Asks why, and says what the step is about. */
export function AskReason({ kind, asking, label, busy, close, give }: Props) {
  const { t } = useTranslation()
  const { action, order, overrule, cost } = asking
  const what = (): string => {
    if (overrule) return t('orderSteps.overrule')
    if (!cost) return label
    const type = t(`orderSteps.costTypes.${cost.cost_type}`)
    return t('orderSteps.takeThisCostBack', {
      cost: cost.amount ? `${type} ${money(cost.amount)}` : type,
    })
  }
  const hint = (): string | undefined => {
    if (overrule) return t('orderSteps.overruleHint')
    return action === 'close' || action === 'takeCostBack' ? t(`orderSteps.${action}Hint`) : undefined
  }
  return (
    <ReasonDialog
      title={`${what()} · ${orderNumber(kind, order)}`}
      hint={hint()}
      backOrder={action === 'close' && kind.restTypes.includes(String(order.type)) && !returnsGoods(order)}
      busy={busy}
      close={close}
      give={give}
    />
  )
}
