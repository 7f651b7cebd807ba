import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { addsUp, type OrderRow } from './model'
import classes from './orders.module.css'

type Row = Pick<OrderRow, 'unit' | 'line_count'>

/** A sum over an order's lines in their unit; where they have several, it is left open. */
export function OrderSum({ row, value }: { row: Row; value: string | undefined }) {
  return addsUp(row) ? <Numeral value={value} unit={row.unit?.name} /> : <>–</>
}

/** What an order is about in all: its quantity in the unit of its lines, or how many lines there are. */
export function OrderQuantity({ row }: { row: Row & Pick<OrderRow, 'total_quantity'> }) {
  const { t } = useTranslation()
  if (!addsUp(row)) return <>{t('orders.linesCount', { count: row.line_count })}</>
  return <OrderSum row={row} value={row.total_quantity} />
}

type Going = Row & Pick<OrderRow, 'total_quantity' | 'stocked_quantity' | 'moved_lines'>

/** Of an order of which a part has moved, how much: "30 / 50 received", or how many of its lines. */
export function OrderProgress({ row, words }: { row: Going; words: string }) {
  const { t } = useTranslation()
  const [moved, all] = [decimal(row.stocked_quantity), decimal(row.total_quantity)]
  if (!moved || !all || moved.abs().lte(0) || moved.eq(all)) return null
  return (
    <div className={classes.hint} data-progress>
      {addsUp(row) ? (
        <>
          <Numeral value={row.stocked_quantity} /> / <Numeral value={row.total_quantity} /> {words}
        </>
      ) : (
        t('orders.linesMoved', { moved: row.moved_lines, count: row.line_count, words })
      )}
    </div>
  )
}
