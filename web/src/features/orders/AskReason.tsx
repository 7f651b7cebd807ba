import { Checkbox } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '@/shared/number/decimal'
import { ReasonDialog } from '@/shared/ui/ReasonDialog'
import type { Cost } from './beside'
import type { Kind } from './kinds'
import { orderNumber, type Order, type OrderRow } from './model'

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
  close: () => void
  give: (reason: string, backOrder: boolean) => Promise<void>
}

/** Asks why, and says what the step is about. */
export function AskReason({ kind, asking, label, close, give }: Props) {
  const { t } = useTranslation()
  // What is left open may become a new order.
  const [rest, setRest] = useState(false)
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
    if (kind.twoSided) return undefined
    return action === 'close' || action === 'takeCostBack' ? t(`orderSteps.${action}Hint`) : undefined
  }
  return (
    <ReasonDialog
      title={`${what()} · ${orderNumber(kind, order)}`}
      warning={hint()}
      danger
      hint={t('orders.reasonHint')}
      below={
        action === 'close' &&
        kind.restTypes.includes(String(order.type)) &&
        !returnsGoods(order) && (
          <Checkbox checked={rest} onChange={setRest}>
            {t('orderSteps.backOrder')}
          </Checkbox>
        )
      }
      close={close}
      send={(reason) => give(reason, rest)}
    />
  )
}
