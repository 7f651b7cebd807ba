import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { placeKey, placeText, type PickListData } from './beside'
import type { OrderLine } from './model'
import classes from './orders.module.css'

interface Props {
  line: OrderLine
  /** Of the order; nothing where none is known. */
  picks: PickListData | null
  columns: number
}

/** The places and batches that are reserved for a line, below it; nothing where none are. */
export function ReservedRow({ line, picks, columns }: Props) {
  const { t } = useTranslation()
  const reserved = picks?.reserved
    ? picks.picks.filter((pick) => pick.reserved && pick.line === line.line)
    : []
  if (reserved.length === 0) return null
  return (
    <tr data-reserved={line.line}>
      <td />
      <td colSpan={columns - 1} className={classes.below}>
        <span className={classes.hint}>{t('orders.reservedAt')}</span>
        <ul className={classes.reserved}>
          {reserved.map((pick) => (
            <li key={placeKey(pick)}>
              {placeText(pick, t('orders.unplaced'))} ·{' '}
              <Numeral value={pick.quantity} unit={line.product?.unit?.name} />
              {pick.expiry_date && (
                <span className={classes.hint}>
                  {' '}
                  · {t('orders.line.expiry')} {pick.expiry_date}
                </span>
              )}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}
