import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import {
  isChosen,
  takable,
  takableOf,
  takenFrom,
  type FreePlace,
  type FreeStock,
  type Reach,
  type Taken,
} from './freeStock'
import classes from './stock.module.css'
import type { DraftLine } from './model'

interface Props {
  /** The line that is being filled in. */
  line: DraftLine | undefined
  /** Its number. */
  number: number
  stock: FreeStock | undefined
  warehouse: number | null
  reach: Reach
  change: (key: number, changes: Taken) => void
}

/** Where the goods of the line that is being filled in lie, by place and batch; a press takes them from there. */
export function StockStrip({ line, number, stock, warehouse, reach, change }: Props) {
  const { t } = useTranslation()
  const where = (place: FreePlace): string =>
    [place.area?.name ?? t('orderForm.unplaced'), place.shelf?.name].filter(Boolean).join(' / ')
  const offers = (place: FreePlace): boolean =>
    reach === 'put' || (!(place.held && reach !== 'named') && !!decimal(takable(place, reach))?.gt(0))
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
              <Numeral value={takableOf(stock, reach)} unit={line.unit} />
            </strong>
          </span>
          <ul className={classes.places}>
            {stock.places.map((place, index) => (
              <li key={index}>
                <button
                  type="button"
                  className={classes.place}
                  aria-pressed={isChosen(line, place, reach)}
                  disabled={!offers(place)}
                  onClick={() => change(line.key, takenFrom(place))}
                >
                  <span>{where(place)}</span>
                  <strong>
                    <Numeral value={takable(place, reach)} />
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
