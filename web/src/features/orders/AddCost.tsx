import { useTranslation } from 'react-i18next'
import { decimal, places } from '@/shared/number/decimal'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { COST_TYPES } from './beside'
import type { StepBody } from './commands'
import classes from './orders.module.css'

interface Props {
  title: string
  busy: boolean
  close: () => void
  post: (cost: Pick<StepBody, 'cost_type' | 'amount' | 'reason'>) => Promise<void>
}

/** Asks for freight, customs or another cost of goods that have come. */
export default function AddCost({ title, busy, close, post }: Props) {
  const { t } = useTranslation()
  const isWrong = (amount: string): boolean => {
    const value = decimal(amount)
    return !value || value.lte(0) || places(value) > 2
  }
  return (
    <ActionDialog
      title={title}
      className={classes.modal}
      initial={{ cost_type: COST_TYPES[0] as string, amount: '', reason: '' }}
      fields={({ amount }) => [
        <p key="hint" className={classes.hint}>
          {t('orderSteps.addCostHint')}
        </p>,
        {
          name: 'cost_type',
          kind: 'select',
          half: true,
          label: t('orderSteps.costType'),
          options: COST_TYPES.map((value) => ({ value, label: t(`orderSteps.costTypes.${value}`) })),
        },
        {
          name: 'amount',
          kind: 'text',
          half: true,
          label: t('orders.amount'),
          required: true,
          rule: isWrong(amount) && t('orderSteps.costAmount'),
          inputMode: 'decimal',
        },
        { name: 'reason', kind: 'text', label: t('orders.remarkLabel'), most: 200 },
      ]}
      close={close}
      sending={{ busy }}
      send={({ cost_type, amount, reason }) =>
        post({ cost_type: Number(cost_type), amount: amount.trim(), reason: reason.trim() })
      }
    />
  )
}
