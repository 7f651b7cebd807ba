import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { columnDigits, decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import type { PickListData } from './beside'
import type { Kind } from './kinds'
import { lineSums, type Order, type OrderLine } from './model'
import classes from './orders.module.css'
import { ReservedRow } from './ReservedRow'
import { UnitSums } from './UnitSums'

/** The quantity of a line, and below it what was entered in another unit. */
export function EnteredCell({ line }: { line: OrderLine }) {
  return (
    <td className={classes.right}>
      <Numeral value={line.quantity} unit={line.product?.unit?.name} />
      {line.entered_quantity && (
        <div className={classes.hint}>
          <Numeral value={line.entered_quantity} unit={line.entered_unit?.name} />
        </div>
      )}
    </td>
  )
}

export function NoLines({ columns }: { columns: number }) {
  const { t } = useTranslation()
  return (
    <tr>
      <td colSpan={columns} className={classes.none}>
        {t('orders.noLines')}
      </td>
    </tr>
  )
}

/** The lines of a saved order, with what they cost and how much has moved. */
export function DetailLines({ kind, row, picks }: { kind: Kind; row: Order; picks: PickListData | null }) {
  const { t } = useTranslation()
  const columns = kind.gains ? 9 : 8
  const digits = columnDigits(row.lines.map(({ unit_price }) => unit_price))
  return (
    <table className={classes.plain}>
      <thead>
        <tr>
          <th>{t('orders.line.no')}</th>
          <th>{t('orders.line.product')}</th>
          <th>{t('inventory.place')}</th>
          <th>{t('orders.line.batch')}</th>
          {kind.gains && <th>{t('orders.line.reason')}</th>}
          <th className={classes.right}>{t('orders.line.quantity')}</th>
          <th className={classes.right}>{t(`orders.${kind.direction}.stockedQuantity`)}</th>
          <th className={classes.right}>{t('orders.line.price')}</th>
          <th className={classes.right}>{t('orders.line.total')}</th>
        </tr>
      </thead>
      <tbody>
        {row.lines.length === 0 && <NoLines columns={columns} />}
        {row.lines.map((line) => (
          <Fragment key={line.line}>
            <tr>
              <td>{line.line}</td>
              <td>
                <ProductLabel product={line.product} />
              </td>
              <td>{[line.area?.name, line.shelf?.name].filter(Boolean).join(' / ') || '–'}</td>
              <td className={classes.place}>
                {line.batch_number || '–'}
                {line.expiry_date && (
                  <div className={classes.hint}>
                    {t('orders.line.expiry')} {line.expiry_date}
                  </div>
                )}
              </td>
              {kind.gains && <td>{t(`${kind.typeWords}.${line.reason ?? row.type}`)}</td>}
              <EnteredCell line={line} />
              <td className={classes.right}>
                <Numeral value={line.stocked_quantity} unit={line.product?.unit?.name} />
                {decimal(line.reversed_quantity)?.gt(0) && (
                  <div className={classes.hint}>
                    {t('orderSteps.takenBack')} <Numeral value={line.reversed_quantity} />
                  </div>
                )}
              </td>
              <td className={classes.right}>
                <Numeral value={line.unit_price} money digits={digits} />
              </td>
              <td className={classes.right}>
                <Numeral value={line.total_price} money />
              </td>
            </tr>
            <ReservedRow line={line} picks={picks} columns={columns} />
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={kind.gains ? 5 : 4}>{t('orders.totals')}</td>
          <td className={classes.right}>
            <UnitSums sums={lineSums(row.lines, 'quantity')} />
          </td>
          <td className={classes.right}>
            <UnitSums sums={lineSums(row.lines, 'stocked_quantity')} />
          </td>
          <td />
          <td className={classes.right}>
            <Numeral value={row.total_amount} money />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
