import { Button } from '@arco-design/web-react'
import { IconPaste, IconPlus, IconUndo } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState, type ClipboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ScanButton } from '@/shared/scan/ScanButton'
import { Card } from '@/shared/ui/Page'
import { Pager } from '@/shared/ui/Pager'
import type { Kind } from './kinds'
import type { DraftLine } from './model'
import classes from './orders.module.css'
import { isTable, sheetOf } from './pasted'
import stockClasses from './stock.module.css'
import { PAGE_SIZE } from './useLines'
import type { OrderDraft } from './useOrderDraft'
import { useScannedLines, type ScanTaken } from './useScannedLines'

const PasteRows = lazy(() => import('./PasteRows'))

/** A column of the table of lines. */
export interface LineColumn {
  key: string
  title: string
  width: number
  numeric?: boolean
}

interface Props {
  kind: Kind
  draft: OrderDraft
  columns: readonly LineColumn[]
  /** The width of the buttons at a line's end. */
  actionsWidth: number
  /** Draws a line. */
  row: (line: DraftLine, index: number, scanned: ScanTaken) => ReactNode
}

/** The lines of a form, a page at a time: filled in, scanned, pasted. */
export function LinesCard({ kind, draft, columns, actionsWidth, row }: Props) {
  const { t } = useTranslation()
  const { head, lines, page, turn, add, append, removed, putBack } = draft
  const { note, refused, scanned } = useScannedLines(draft.scan)
  const [pasted, setPasted] = useState<string | null>(null)
  const fault = draft.headFaults.lines
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
        <span className={refused ? stockClasses.refused : classes.hint} role="status">
          {note || t('scan.hint')}
        </span>
        <span className={stockClasses.tools}>
          <Button icon={<IconPaste />} onClick={() => setPasted('')}>
            {t('orderForm.pasted.title')}
          </Button>
          <ScanButton scanned={scanned} note={note} />
        </span>
      </div>
      {fault && (
        <div className={classes.fault} role="alert" data-fault>
          {fault}
        </div>
      )}
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
              <col key={key} width={width} />
            ))}
            <col width={actionsWidth} />
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ key, title, numeric }) => (
                <th key={key} className={numeric ? classes.right : undefined}>
                  {title}
                </th>
              ))}
              <th aria-label={t('common.action')} />
            </tr>
          </thead>
          <tbody>{drawn.map((line, index) => row(line, start + index, scanned))}</tbody>
        </table>
      </div>
      <div className={stockClasses.pages}>
        <Button type="text" icon={<IconPlus />} onClick={add}>
          {t('orders.line.add')}
        </Button>
        {removed !== null && (
          <Button type="text" icon={<IconUndo />} onClick={putBack}>
            {t('orders.line.putBack', { row: removed })}
          </Button>
        )}
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
          <PasteRows
            sheet={sheetOf(kind)}
            warehouse={head.at.warehouse}
            target={head.to.warehouse}
            text={pasted}
            close={() => setPasted(null)}
            take={append}
          />
        </Suspense>
      )}
    </Card>
  )
}
