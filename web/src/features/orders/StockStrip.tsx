import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { allows, type FreePlace, type FreeStock } from './freeStock'
import classes from './stock.module.css'
import type { DraftLine } from './model'

interface Props {
  /** The line that is being filled in. */
  line: DraftLine | undefined
  /** Its number. */
  number: number
  stock: FreeStock | undefined
  warehouse: number | null
  change: (key: number, changes: Taken) => void
}

/** What a line names of the place that it takes goods from. */
type Taken = Pick<
  DraftLine,
  'warehouses_areas_id' | 'areaLabel' | 'warehouses_shelves_id' | 'shelfLabel' | 'batch_number'
>

/** Where the goods of the line that is being filled in lie, by place and batch; a press takes them from there. */
export function StockStrip({ line, number, stock, warehouse, change }: Props) {
  const { t } = useTranslation()
  const take = (key: number, place: FreePlace): void =>
    change(key, {
      warehouses_areas_id: place.warehouses_areas_id ?? null,
      areaLabel: place.area?.name ?? null,
      warehouses_shelves_id: place.warehouses_shelves_id ?? null,
      shelfLabel: place.shelf?.name ?? null,
      batch_number: place.batch_number,
    })
  const where = (place: FreePlace): string =>
    [place.area?.name ?? t('orderForm.unplaced'), place.shelf?.name].filter(Boolean).join(' / ')
  const named = line && (line.warehouses_areas_id !== null || line.batch_number !== '')
  return (
    <section className={classes.strip} aria-label={t('orderForm.where')}>
      {warehouse === null ? (
        <span className={classes.hint}>{t('orderForm.chooseWarehouse')}</span>
      ) : !line?.product_id || !stock ? (
        <span className={classes.hint}>{t('orderForm.chooseLine')}</span>
      ) : (
        <>
          <span className={classes.sum}>
            {t('orderForm.line', { line: number })}
            <strong>
              <Numeral value={stock.available_quantity} unit={line.unit} />
            </strong>
          </span>
          <ul className={classes.places}>
            {stock.places.map((place, index) => (
              <li key={index}>
                <button
                  type="button"
                  className={classes.place}
                  aria-pressed={!!named && allows(line, place)}
                  disabled={place.held || !decimal(place.available_quantity)?.gt(0)}
                  onClick={() => take(line.key, place)}
                >
                  <span>{where(place)}</span>
                  <strong>
                    <Numeral value={place.available_quantity} />
                  </strong>
                  <span className={classes.hint}>
                    {[
                      place.batch_number || t('orderForm.noBatch'),
                      place.expiry_date &&
                        t(place.expired ? 'orderForm.expired' : 'orderForm.expires', {
                          day: place.expiry_date,
                        }),
                      place.held && t('orderForm.held'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </button>
              </li>
            ))}
            {stock.places.length === 0 && <li className={classes.hint}>{t('orderForm.none')}</li>}
            {stock.more > 0 && <li className={classes.hint}>{t('orderForm.more', { count: stock.more })}</li>}
          </ul>
        </>
      )}
    </section>
  )
}
