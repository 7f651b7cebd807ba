import { Select } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { shown } from '@/shared/number/decimal'
import { batchesFor, type BatchOption, type FreeStock } from './freeStock'
import type { DraftLine } from './model'

interface Props {
  line: DraftLine
  stock: FreeStock
  label: string
  error: boolean
  change: (batch: string) => void
}

/** The batch that a line takes; without one, those go out first that expire first. */
export function BatchChoice({ line, stock, label, error, change }: Props) {
  const { t } = useTranslation()
  const batches = batchesFor(line, stock)
  const text = ({ batch, expiry, available, expired, held }: BatchOption): string =>
    [
      batch,
      t('orderForm.free', { quantity: shown(available) }),
      expiry && t(expired ? 'orderForm.expired' : 'orderForm.expires', { day: expiry }),
      held && t('orderForm.held'),
    ]
      .filter(Boolean)
      .join(' · ')
  const options = batches.map((one) => ({ value: one.batch, label: text(one), disabled: one.held }))
  const chosen = line.batch_number.trim()
  if (chosen && !batches.some(({ batch }) => batch === chosen.toUpperCase()))
    options.unshift({ value: chosen, label: chosen, disabled: false })
  return (
    <Select
      aria-label={label}
      status={error ? 'error' : undefined}
      showSearch
      allowClear
      placeholder={t(batches.length > 0 ? 'orderForm.firstExpiring' : 'orderForm.noBatches')}
      value={
        chosen ? (batches.find(({ batch }) => batch === chosen.toUpperCase())?.batch ?? chosen) : undefined
      }
      options={options}
      renderFormat={(_option, value) => String(value)}
      triggerProps={{ autoAlignPopupWidth: false, autoAlignPopupMinWidth: true }}
      onChange={(batch?: string) => change(batch ?? '')}
    />
  )
}
