/** What the page of a transfer has of its own: where its goods are. */
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { moment } from '@/shared/ui/time'
import type { PickListData } from '../beside'
import { EnteredCell, NoLines } from '../DetailLines'
import { sumsByUnit } from '../model'
import classes from '../orders.module.css'
import type { Fact } from '../orderFacts'
import { ReservedRow } from '../ReservedRow'
import { UnitSums } from '../UnitSums'
import { isWithin, type Order, type OrderLine } from './model'

/** What became of the goods of a line that left. */
const TRANSIT_FIELDS = ['there', 'arrived', 'damaged', 'back', 'returned', 'lost'] as const
type TransitField = (typeof TRANSIT_FIELDS)[number]

const place = (...names: (string | undefined)[]): string => names.filter(Boolean).join(' / ') || '–'

function Lots({ line }: { line: OrderLine }) {
  const { t } = useTranslation()
  const lots = line.transit?.lots ?? []
  return (
    <>
      {lots.map((lot, index) => (
        <div key={index} className={classes.hint}>
          <Numeral value={lot.quantity} unit={line.product?.unit?.name} />
          {[
            lot.batch_number,
            lot.expiry_date && t('transferOrders.expires', { day: lot.expiry_date }),
            t(lot.back ? 'transferOrders.wayBack' : 'transferOrders.wayThere', { since: moment(lot.since) }),
          ]
            .filter(Boolean)
            .map((words) => ` · ${words}`)}
        </div>
      ))}
    </>
  )
}

/** How much of an order's goods is so, in each unit; units of which nothing is so are left out. */
function TransitSums({ lines, field }: { lines: readonly OrderLine[]; field: TransitField }) {
  const amounts = lines.map((line) => ({
    unit: line.product?.unit?.name ?? '',
    quantity: decimal(line.transit?.[field]),
  }))
  return <UnitSums sums={sumsByUnit(amounts).filter(({ quantity }) => quantity.gt(0))} />
}

/** Where its goods come from and go to. */
export const sideFacts = (t: TFunction, row: Order): Fact[] => [
  { label: t('transferOrders.source'), value: place(row.warehouses?.name, row.source_area?.name) },
  { label: t('transferOrders.target'), value: place(row.target_warehouses?.name, row.target_area?.name) },
]

/** What its goods cost, and what became of those that left. */
export function roadFacts(t: TFunction, row: Order): Fact[] {
  const sums = row.transit
  return [
    ...(row.goods_value
      ? [{ label: t('transferOrders.value'), value: <Numeral value={row.goods_value} money /> }]
      : []),
    ...(sums && !isWithin(row)
      ? [
          {
            label: t('transferOrders.shippedAt'),
            value: sums.shipped_time ? moment(sums.shipped_time) : '–',
          },
          { label: t('transferOrders.there'), value: <TransitSums lines={row.lines} field="there" /> },
          { label: t('transferOrders.arrived'), value: <TransitSums lines={row.lines} field="arrived" /> },
          { label: t('transferOrders.back'), value: <TransitSums lines={row.lines} field="back" /> },
          { label: t('transferOrders.lost'), value: <TransitSums lines={row.lines} field="lost" /> },
        ]
      : []),
  ]
}

/** The lines of a transfer, with what became of their goods. */
export function TransferDetailLines({ row, picks }: { row: Order; picks: PickListData | null }) {
  const { t } = useTranslation()
  const within = isWithin(row)
  const columns = within ? 7 : 7 + TRANSIT_FIELDS.length
  return (
    <table className={classes.plain}>
      <thead>
        <tr>
          <th>{t('orders.line.no')}</th>
          <th>{t('orders.line.product')}</th>
          <th>{t('transferOrders.from')}</th>
          <th>{t('transferOrders.to')}</th>
          <th>{t('orders.line.batch')}</th>
          <th className={classes.right}>{t('orders.line.quantity')}</th>
          <th className={classes.right}>{t(within ? 'transferOrders.moved' : 'transferOrders.shipped')}</th>
          {!within && (
            <>
              <th className={classes.right}>{t('transferOrders.there')}</th>
              <th className={classes.right}>{t('transferOrders.arrived')}</th>
              <th className={classes.right}>{t('transferOrders.damaged')}</th>
              <th className={classes.right}>{t('transferOrders.back')}</th>
              <th className={classes.right}>{t('transferOrders.returned')}</th>
              <th className={classes.right}>{t('transferOrders.lost')}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {row.lines.length === 0 && <NoLines columns={columns} />}
        {row.lines.map((line) => (
          <Fragment key={line.line}>
            <tr data-transfer-line={line.line}>
              <td>{line.line}</td>
              <td>
                <ProductLabel product={line.product} />
                <Lots line={line} />
              </td>
              <td className={classes.place}>{place(line.area?.name, line.shelf?.name)}</td>
              <td className={classes.place}>{place(line.target_area?.name, line.target_shelf?.name)}</td>
              <td>{line.batch_number || '–'}</td>
              <EnteredCell line={line} />
              <td className={classes.right}>
                <Numeral value={line.stocked_quantity} />
              </td>
              {!within &&
                TRANSIT_FIELDS.map((field) => (
                  <td key={field} className={classes.right}>
                    <Numeral value={line.transit?.[field] ?? '0'} />
                  </td>
                ))}
            </tr>
            <ReservedRow line={line} picks={picks} columns={columns} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
