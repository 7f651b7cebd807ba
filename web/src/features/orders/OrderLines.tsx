import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { columnDigits } from '@/shared/number/decimal'
import type { Kind } from './kinds'
import { LineRow } from './LineRow'
import { LinesCard, type LineColumn } from './LinesCard'
import { takesAt } from './model'
import type { SharedStock } from './sharedStock'
import { unitPriceDigits } from './units'
import type { OrderDraft } from './useOrderDraft'

type ColumnWidth = Omit<LineColumn, 'title'>

/** Columns in their order, with their widths, which a desk of 1440 pixels has room for; those of numbers are right aligned. */
const COLUMNS: readonly ColumnWidth[] = [
  { key: 'no', width: 34 },
  { key: 'product', width: 168 },
  { key: 'area', width: 94 },
  { key: 'shelf', width: 92 },
  { key: 'quantity', width: 136, numeric: true },
  { key: 'price', width: 88, numeric: true },
  { key: 'total', width: 104, numeric: true },
  { key: 'batch', width: 84 },
  { key: 'produce', width: 112 },
  { key: 'expiry', width: 112 },
  { key: 'reason', width: 104 },
]
const TWO_SIDED_COLUMNS: readonly ColumnWidth[] = [
  { key: 'no', width: 30 },
  { key: 'product', width: 190 },
  { key: 'fromArea', width: 104 },
  { key: 'fromShelf', width: 100 },
  { key: 'toArea', width: 104 },
  { key: 'toShelf', width: 100 },
  { key: 'quantity', width: 130, numeric: true },
  { key: 'batch', width: 140 },
]
const ACTIONS_WIDTH = 60
/** Where a batch is chosen from what lies there; in lines with a reason there is less room. */
const CHOICE_WIDTH = 150
const NARROW_CHOICE_WIDTH = 116

interface Props {
  kind: Kind
  draft: OrderDraft
  stock: SharedStock
}

/** The lines of the form, a page at a time. */
export function OrderLines({ kind, draft, stock }: Props) {
  const { t } = useTranslation()
  const { lines, head, lineFaults, enter, change, copy, remove, next } = draft
  // Goods that lie there have dates; those that are added are asked for them.
  const dated = lines.some((line) => !takesAt(line, kind, head.type))
  const absent = [...(dated ? [] : ['produce', 'expiry']), ...(kind.gains ? [] : ['reason'])]
  const choice = kind.takes ? CHOICE_WIDTH : kind.gains ? NARROW_CHOICE_WIDTH : null
  const columns = kind.twoSided
    ? TWO_SIDED_COLUMNS.map((column) => ({
        ...column,
        title: t([`transferOrders.${column.key}`, `orders.line.${column.key}`]),
      }))
    : COLUMNS.filter(({ key }) => !absent.includes(key)).map((column) => ({
        ...column,
        title: t(`orders.line.${column.key}`),
        width: (column.key === 'batch' && choice) || column.width,
      }))
  // Typing does not wait for what all lines have in common.
  const settled = useDeferredValue(lines)
  const digits = useMemo(() => columnDigits(settled.map(({ unit_price }) => unit_price)), [settled])
  const unitDigits = useMemo(() => unitPriceDigits(settled), [settled])
  return (
    <LinesCard
      kind={kind}
      draft={draft}
      columns={columns}
      actionsWidth={ACTIONS_WIDTH}
      row={(line, index, scanned) => (
        <LineRow
          key={line.key}
          line={line}
          index={index}
          kind={kind}
          type={head.type}
          at={head.at}
          to={head.to}
          errors={lineFaults.get(line.key)}
          stock={stock.of(line)}
          digits={digits}
          unitDigits={unitDigits}
          dated={dated}
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
