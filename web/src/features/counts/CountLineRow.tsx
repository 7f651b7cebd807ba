import { Checkbox, Tag, Tooltip } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { moment } from '@/shared/ui/time'
import { stateOf, type CountLine, type CountSheet } from './api'
import classes from './counts.module.css'
import { LineEntry } from './LineEntry'
import { LineReason, LineResult, LineResults } from './LineResult'
import { useCountLine, type SavedCount } from './useCountLine'

/** What a line is shown with. */
export interface LineProps {
  sheet: CountSheet
  row: CountLine
  counting: boolean
  /** A reason may be given. */
  reasons: boolean
  /** Null where lines are not chosen. */
  chosen: boolean | null
  choose: (on: boolean) => void
  next: () => void
  /** A result was saved, or why it differs. */
  saved: (count?: SavedCount) => void
}

/** One line: what was counted, by whom, and where somebody counts, the place to enter it. */
export function CountLineRow({ sheet, row, counting, reasons, chosen, choose, next, saved }: LineProps) {
  const { t } = useTranslation()
  const entry = useCountLine(sheet, row, saved)
  const name = [row.product.product_no, row.product.name].filter(Boolean).join(' ')
  const last = row.results.at(-1)
  const state = stateOf(row)

  return (
    <tr data-state={state}>
      {chosen !== null && (
        <td>
          <Checkbox aria-label={`${t('counts.choose')} ${row.line}`} checked={chosen} onChange={choose} />
        </td>
      )}
      <td>{row.line}</td>
      <td>{[row.area?.name, row.shelf?.name].filter(Boolean).join(' / ') || '–'}</td>
      <td title={name}>
        <ProductLabel
          product={
            row.product.product_no == null
              ? null
              : {
                  product_no: row.product.product_no,
                  name: row.product.name ?? '',
                  spec: row.product.spec ?? undefined,
                }
          }
        />
        {row.found && <Tag size="small">{t('counts.views.found')}</Tag>}
      </td>
      <td>
        {row.batch_number || '–'}
        {row.expiry_date && <div className={classes.small}>{row.expiry_date}</div>}
      </td>
      <td className={classes.right}>
        <div className={classes.entry}>
          <LineResult row={row} />
          {counting && <LineEntry row={row} entry={entry} next={next} />}
        </div>
      </td>
      {sheet.shows_books && (
        <>
          <td className={classes.right}>
            {row.book_quantity != null && <Numeral value={row.book_quantity} />}
          </td>
          <td className={classes.right}>
            {row.difference_quantity != null && (
              <Numeral value={row.difference_quantity} bad={row.difference_quantity.startsWith('-')} />
            )}
          </td>
          <td className={classes.right}>
            {row.difference_amount != null && <Numeral value={row.difference_amount} money />}
          </td>
        </>
      )}
      <td>
        <Tooltip content={<LineResults row={row} />} disabled={row.results.length === 0}>
          <span className={classes.small} tabIndex={row.results.length > 1 ? 0 : undefined}>
            {last ? `${last.nickname ?? '–'} ${moment(last.at, 'MM-DD HH:mm')}` : '–'}
            {row.results.length > 1 && ` (${row.results.length})`}
          </span>
        </Tooltip>
      </td>
      <td>
        {reasons && row.results.length > 0 ? (
          <LineReason
            line={row.line}
            reason={entry.reason}
            setReason={entry.setReason}
            explain={entry.explain}
          />
        ) : (
          row.reason || '–'
        )}
      </td>
    </tr>
  )
}
