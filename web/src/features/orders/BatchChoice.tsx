import { Select } from '@arco-design/web-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { folded } from '@/shared/folded'
import { shown } from '@/shared/number/decimal'
import { batchesFor, batchTaken, type BatchOption, type FreeStock, type Reach } from './freeStock'
import type { DraftLine } from './model'

interface Props {
  line: DraftLine
  stock: FreeStock
  reach: Reach
  label: string
  error: boolean
  change: (changes: Partial<DraftLine>) => void
  /** Goes on to the next cell. */
  next: () => void
}

/** The batch that a line takes; without one, the warehouse picks those first that expire first. */
export function BatchChoice({ line, stock, reach, label, error, change, next }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const batches = batchesFor(line, stock, reach)
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
  const typed = line.batch_number.trim()
  const chosen = batches.find(({ batch }) => batch === folded(typed))?.batch ?? typed
  if (chosen && !batches.some(({ batch }) => batch === chosen))
    options.unshift({ value: chosen, label: chosen, disabled: false })

  // Enter goes on as in the cells beside this one; a letter or an arrow opens the list.
  const press = (event: KeyboardEvent): void => {
    if (open || event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') next()
    else setOpen(true)
  }
  const empty = reach === 'named' ? 'noBatch' : batches.length > 0 ? 'firstExpiring' : 'noBatches'
  return (
    <span data-cell={`${line.key}.batch_number`} onKeyDownCapture={press}>
      <Select
        aria-label={label}
        status={error ? 'error' : undefined}
        showSearch
        allowClear
        placeholder={t(`orderForm.${empty}`)}
        value={chosen || undefined}
        options={options}
        popupVisible={open}
        onVisibleChange={setOpen}
        renderFormat={(_option, value) => String(value)}
        triggerProps={{ autoAlignPopupWidth: false, autoAlignPopupMinWidth: true }}
        onChange={(batch?: string) => change(batchTaken(batch ?? '', batches, reach))}
      />
    </span>
  )
}
