import { Button } from '@arco-design/web-react'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { baseQuantity } from '@/shared/units/units'
import type { Kind } from './kinds'
import { draftTotals, sumsByUnit } from './model'
import classes from './orders.module.css'
import { UnitSums } from './UnitSums'
import type { OrderDraft } from './useOrderDraft'

interface Props {
  /** What stands above the sums. */
  children?: ReactNode
  kind: Kind
  draft: OrderDraft
  /** Not saved before. */
  fresh: boolean
  cancel: () => void
}

/** Sums of what is entered, and the buttons; it stays in sight. */
export function OrderFooter({ children, kind, draft, fresh, cancel }: Props) {
  const { t } = useTranslation()
  const { lines, filled, busy, save } = draft
  // Typing does not wait for the sums of many lines.
  const settled = useDeferredValue(lines)
  const totals = useMemo(() => draftTotals(settled), [settled])
  const quantities = useMemo(
    () => sumsByUnit(settled.map((line) => ({ unit: line.unit, quantity: baseQuantity(line) }))),
    [settled],
  )
  return (
    <div className={classes.foot}>
      {children}
      <div className={classes.sums} aria-live="polite">
        <span>{t('orders.linesCount', { count: filled.length })}</span>
        {kind.priced && (
          <>
            <span>
              {t('orders.quantity')}
              <strong data-testid="total-quantity">
                <UnitSums sums={quantities} />
              </strong>
            </span>
            <span>
              {t('orders.amount')}
              <strong data-testid="total-amount">
                <Numeral value={totals.amount} money />
              </strong>
            </span>
          </>
        )}
      </div>
      <div className={classes.buttons}>
        <Button onClick={cancel}>{t('common.cancel')}</Button>
        <Button type="primary" loading={busy} onClick={() => void save()} data-testid="save-order">
          {fresh ? t('orders.saveNew') : t('orders.save')}
        </Button>
      </div>
    </div>
  )
}
