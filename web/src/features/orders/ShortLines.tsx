import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import type { ShortLine } from './sharedStock'
import classes from './stock.module.css'

/** Lines that are named one by one. */
const NAMED = 3

/** Names the lines of a form that ask for more than there is, before it is sent. It may be saved all the same. */
export function ShortLines({ lines }: { lines: readonly ShortLine[] }) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <div className={classes.shortage} role="status" aria-label={t('orders.shortage')}>
      <strong>{t('orders.shortage')}</strong>
      {lines.slice(0, NAMED).map(({ line, product, unit, wanted, available }) => (
        <span key={line}>
          {t('orderForm.shortLine', { line, product })} <Numeral value={wanted} unit={unit} />
          {t('orderForm.shortOf')} <Numeral value={available} unit={unit} />
        </span>
      ))}
      {lines.length > NAMED && <span>{t('orderForm.shortMore', { count: lines.length - NAMED })}</span>}
    </div>
  )
}
