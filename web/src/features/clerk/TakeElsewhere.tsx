import { Input } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeText } from '@/features/orders'
import { decimal } from '@/shared/number/decimal'
import { Amount } from './Amount'
import { CancelOrGo } from './CancelOrGo'
import classes from './clerk.module.css'
import { swapOf, type Elsewhere, type Swap } from './picking'

interface Props {
  name: string
  elsewhere: Elsewhere
  unit?: string
  decimals?: number
  close: () => void
  swap: (swap: Swap, reason: string) => void
}

/** Goods of another batch are in the clerk's hands: they are taken instead of those that are reserved. */
export function TakeElsewhere({ name, elsewhere, unit, decimals, close, swap }: Props) {
  const { t } = useTranslation()
  const { pick, to } = elsewhere
  const [quantity, setQuantity] = useState(elsewhere.quantity)
  const [reason, setReason] = useState('')
  const amount = decimal(quantity)
  const most = decimal(elsewhere.quantity)
  const fits = !!amount && !!most && amount.gt(0) && amount.lte(most)
  return (
    <section className={classes.line} role="alertdialog" aria-label={t('clerk.elsewhere')}>
      <strong>
        {t('clerk.elsewhereText', {
          name,
          taken: placeText(to, t('orders.unplaced')),
          proposed: placeText(pick, t('orders.unplaced')),
        })}
      </strong>
      <Amount
        name={name}
        value={quantity}
        most={{ words: t('clerk.here'), quantity: elsewhere.quantity }}
        unit={unit}
        decimals={decimals}
        warns={!fits}
        change={setQuantity}
      />
      <Input
        size="large"
        aria-label={t('clerk.elsewhereReason')}
        placeholder={t('clerk.elsewhereReason')}
        maxLength={200}
        value={reason}
        onChange={setReason}
      />
      <CancelOrGo
        className={classes.amount}
        label={t('clerk.takeIt')}
        disabled={!fits}
        close={close}
        go={() => swap(swapOf(elsewhere, quantity.trim()), reason.trim())}
      />
    </section>
  )
}
