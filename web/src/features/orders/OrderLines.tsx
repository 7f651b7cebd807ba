import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { columnDigits } from '@/shared/number/decimal'
import type { FreeStocks } from './freeStock'
import type { Kind } from './kinds'
import { LineRow } from './LineRow'
import { LinesCard } from './LinesCard'
import { sheetOf } from './pasted'
import type { OrderDraft } from './useOrderDraft'

/** Columns in their order, with their widths, which a desk of 1440 pixels has room for; those of numbers are right aligned. */
const COLUMNS = [
  { key: 'no', width: 34 },
  { key: 'product', width: 174 },
  { key: 'area', width: 94 },
  { key: 'shelf', width: 92 },
  { key: 'quantity', width: 130, numeric: true },
  { key: 'price', width: 88, numeric: true },
  { key: 'total', width: 104, numeric: true },
  { key: 'batch', width: 84 },
  { key: 'produce', width: 112 },
  { key: 'expiry', width: 112 },
  { key: 'reason', width: 104 },
] as const
const ACTIONS_WIDTH = 60
/** Where a batch is chosen from what lies there. */
const CHOICE_WIDTH = 150

interface Props {
  kind: Kind
  draft: OrderDraft
  stocks: FreeStocks
}

/** The lines of the form, a page at a time. */
export function OrderLines({ kind, draft, stocks }: Props) {
  const { t } = useTranslation()
  const dates: readonly string[] = kind.takes ? ['produce', 'expiry'] : []
  const columns = COLUMNS.filter(({ key }) => (key !== 'reason' || kind.gains) && !dates.includes(key)).map(
    (column) => ({
      ...column,
      title: t(`orders.line.${column.key}`),
      width: column.key === 'batch' && kind.takes ? CHOICE_WIDTH : column.width,
    }),
  )
  const { lines, head, headFaults, lineFaults, enter, change, copy, remove, next } = draft
  // Typing does not wait for what all lines have in common.
  const settled = useDeferredValue(lines)
  const digits = useMemo(() => columnDigits(settled.map(({ unit_price }) => unit_price)), [settled])
  return (
    <LinesCard
      draft={draft}
      columns={columns}
      actionsWidth={ACTIONS_WIDTH}
      sheet={sheetOf(kind)}
      fault={headFaults.lines}
      row={(line, index, scanned) => (
        <LineRow
          key={line.key}
          line={line}
          index={index}
          kind={kind}
          type={head.type}
          warehouse={head.warehouses_id}
          errors={lineFaults.get(line.key)}
          stock={line.product_id === null ? undefined : stocks.get(line.product_id)}
          digits={digits}
          scanned={scanned}
          enter={enter}
          change={change}
          copy={copy}
          remove={remove}
          next={next}
        />
      )}
    />
  )
}
