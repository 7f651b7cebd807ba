import { useTranslation } from 'react-i18next'
import { LinesCard } from '../LinesCard'
import { TRANSFER_SHEET } from '../pasted'
import type { SharedStock } from '../sharedStock'
import { TransferRow } from './TransferRow'
import type { TransferDraft } from './useTransferDraft'

const COLUMNS = [
  { key: 'no', width: 30 },
  { key: 'product', width: 190 },
  { key: 'fromArea', width: 104 },
  { key: 'fromShelf', width: 100 },
  { key: 'toArea', width: 104 },
  { key: 'toShelf', width: 100 },
  { key: 'quantity', width: 130, numeric: true },
  { key: 'batch', width: 140 },
] as const
const ACTIONS_WIDTH = 60

interface Props {
  draft: TransferDraft
  stock: SharedStock
}

/** The lines of a transfer's form, a page at a time. */
export function TransferLines({ draft, stock }: Props) {
  const { t } = useTranslation()
  const { head, headFault, lineFaults, enter, change, copy, remove, next } = draft
  const columns = COLUMNS.map((column) => ({
    ...column,
    title: t(/^(from|to)/.test(column.key) ? `transferOrders.${column.key}` : `orders.line.${column.key}`),
  }))
  return (
    <LinesCard
      draft={draft}
      columns={columns}
      actionsWidth={ACTIONS_WIDTH}
      sheet={TRANSFER_SHEET}
      warehouse={head.source}
      target={head.target}
      fault={headFault('lines')}
      row={(line, index, scanned) => (
        <TransferRow
          key={line.key}
          line={line}
          index={index}
          source={head.source}
          target={head.target}
          sourceArea={head.sourceArea}
          targetArea={head.targetArea}
          errors={lineFaults.get(line.key)}
          stock={stock.of(line)}
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
