import { Button } from '@arco-design/web-react'
import { IconPaste, IconPlus } from '@arco-design/web-react/icon'
import { lazy, Suspense, useDeferredValue, useMemo, useState, type ClipboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { columnDigits } from '@/shared/number/decimal'
import { ScanButton } from '@/shared/scan/ScanButton'
import { Card } from '@/shared/ui/Page'
import { Pager } from '@/shared/ui/Pager'
import type { FreeStocks } from './freeStock'
import type { Kind } from './kinds'
import { LineRow } from './LineRow'
import classes from './orders.module.css'
import { isTable } from './pasted'
import stockClasses from './stock.module.css'
import { PAGE_SIZE } from './useLines'
import type { OrderDraft } from './useOrderDraft'
import { useScannedLines } from './useScannedLines'

const PasteRows = lazy(() => import('./PasteRows'))

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
  const dates = kind.takes ? ['produce', 'expiry'] : []
  const columns = COLUMNS.filter(({ key }) => (key !== 'reason' || kind.gains) && !dates.includes(key))
  const { lines, head, headFaults, lineFaults, page, turn, enter, change, copy, remove, next, add } = draft
  const { note, scanned } = useScannedLines(draft.scan)
  const [pasted, setPasted] = useState<string | null>(null)
  // Typing does not wait for what all lines have in common.
  const settled = useDeferredValue(lines)
  const digits = useMemo(() => columnDigits(settled.map(({ unit_price }) => unit_price)), [settled])
  const pages = Math.max(1, Math.ceil(lines.length / PAGE_SIZE))
  const start = (Math.min(page, pages) - 1) * PAGE_SIZE
  const drawn = lines.slice(start, start + PAGE_SIZE)

  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text')
    if (!isTable(text)) return
    event.preventDefault()
    setPasted(text)
  }
  return (
    <Card label={t('orders.lines')}>
      <div className={classes.sectionHead}>
        <h2>{t('orders.lines')}</h2>
        <span className={classes.hint}>{t('orders.hint')}</span>
        <span className={classes.hint} role="status">
          {note || t('scan.hint')}
        </span>
        <span className={stockClasses.tools}>
          <Button icon={<IconPaste />} onClick={() => setPasted('')}>
            {t('orderForm.pasted.title')}
          </Button>
          <ScanButton scanned={scanned} note={note} />
        </span>
      </div>
      {headFaults.lines && <div className={classes.fault}>{headFaults.lines}</div>}
      <div
        className={classes.scroll}
        tabIndex={0}
        role="region"
        aria-label={t('orders.lines')}
        onPaste={paste}
      >
        <table className={classes.lines}>
          <colgroup>
            {columns.map(({ key, width }) => (
              <col key={key} width={key === 'batch' && kind.takes ? CHOICE_WIDTH : width} />
            ))}
            <col width={ACTIONS_WIDTH} />
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} className={'numeric' in column ? classes.right : undefined}>
                  {t(`orders.line.${column.key}`)}
                </th>
              ))}
              <th aria-label={t('common.action')} />
            </tr>
          </thead>
          <tbody>
            {drawn.map((line, index) => (
              <LineRow
                key={line.key}
                line={line}
                index={start + index}
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
            ))}
          </tbody>
        </table>
      </div>
      <div className={stockClasses.pages}>
        <Button type="text" icon={<IconPlus />} onClick={add}>
          {t('orders.line.add')}
        </Button>
        {pages > 1 && (
          <>
            <span className={classes.hint}>
              {t('orderForm.page', { from: start + 1, to: start + drawn.length, total: lines.length })}
            </span>
            <Pager page={Math.min(page, pages)} size={PAGE_SIZE} total={lines.length} turn={turn} />
          </>
        )}
      </div>
      {pasted !== null && (
        <Suspense>
          <PasteRows kind={kind} text={pasted} close={() => setPasted(null)} take={draft.append} />
        </Suspense>
      )}
    </Card>
  )
}
