import { Checkbox, Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { moment } from '@/shared/ui/time'
import { stateOf } from './api'
import type { LineProps } from './CountLineRow'
import classes from './counts.module.css'
import { LineEntry } from './LineEntry'
import { LineReason, LineResult } from './LineResult'
import { useCountLine } from './useCountLine'

/** One line on a phone: the product, its place, and a large field for what lies there. */
export function CountLineCard({ sheet, row, counting, reasons, chosen, choose, next, saved }: LineProps) {
  const { t } = useTranslation()
  const entry = useCountLine(sheet, row, saved)
  const state = stateOf(row)
  const { product_no, name, spec } = row.product
  const about = [product_no, spec, row.batch_number, row.expiry_date].filter(Boolean).join(' · ')
  const last = row.results.at(-1)
  return (
    <li className={classes.card} data-state={state}>
      <div className={classes.cardHead}>
        {chosen !== null && (
          <Checkbox aria-label={`${t('counts.choose')} ${row.line}`} checked={chosen} onChange={choose} />
        )}
        <strong>{name ?? product_no ?? `#${row.product_id}`}</strong>
        {row.found && <Tag size="small">{t('counts.views.found')}</Tag>}
        <LineResult row={row} />
      </div>
      <div className={classes.cardPlace}>
        {[row.area?.name, row.shelf?.name].filter(Boolean).join(' / ') || '–'}
      </div>
      {about && <div className={classes.about}>{about}</div>}
      {counting && <LineEntry large row={row} entry={entry} next={next} />}
      {sheet.shows_books && last && (
        <div className={classes.figures}>
          {row.book_quantity != null && (
            <span>
              {t('counts.book')} <Numeral value={row.book_quantity} />
            </span>
          )}
          {row.difference_quantity != null && (
            <span>
              {t('counts.difference')}{' '}
              <Numeral value={row.difference_quantity} bad={row.difference_quantity.startsWith('-')} />
            </span>
          )}
          {row.difference_amount != null && (
            <span>
              {t('counts.value')} <Numeral value={row.difference_amount} money />
            </span>
          )}
        </div>
      )}
      {reasons && last && (state === 'different' || row.reason) ? (
        <LineReason
          line={row.line}
          reason={entry.reason}
          setReason={entry.setReason}
          explain={entry.explain}
          placeholder={t('counts.whyDifferent')}
        />
      ) : (
        row.reason && <div>{row.reason}</div>
      )}
      {last && (
        <div className={classes.small}>
          {last.nickname ?? '–'} {moment(last.at, 'MM-DD HH:mm')}
          {row.results.length > 1 && ` (${row.results.length})`}
        </div>
      )}
    </li>
  )
}
