import { useTranslation } from 'react-i18next'
import { spelled, type CustomsTariff } from './api'
import classes from './customs.module.css'

const RATES = [
  'rate_mfn',
  'rate_general',
  'rate_provisional',
  'rate_vat',
  'rate_consumption',
  'rate_rebate',
] as const

/** A number is a percentage; words are shown as they were published. */
export const rateText = (rate: string): string => (/^\d+(\.\d+)?$/.test(rate) ? `${rate}%` : rate)

/** What the tariff of the country says of the goods, as far as it was imported. */
export function Tariffs({ list }: { list: readonly CustomsTariff[] }) {
  const { t } = useTranslation()
  if (list.length === 0) return <p className={classes.none}>{t('customs.noTariff')}</p>
  return (
    <ul className={classes.tariffs}>
      {list.map((tariff) => (
        <li key={tariff.code} className={classes.tariff}>
          <h3>
            <span>{spelled(tariff.code)}</span> {tariff.name}
          </h3>
          <dl>
            {RATES.filter((rate) => tariff[rate] !== '').map((rate) => (
              <div key={rate}>
                <dt>{t(`customs.rates.${rate}`)}</dt>
                <dd>{rateText(tariff[rate])}</dd>
              </div>
            ))}
            {tariff.conditions !== '' && (
              <div>
                <dt>{t('customs.conditions')}</dt>
                <dd>{tariff.conditions}</dd>
              </div>
            )}
          </dl>
          {tariff.elements.length > 0 && (
            <p>
              {t('customs.elements')} {tariff.elements.join(' · ')}
            </p>
          )}
          <p className={classes.from}>
            {t('customs.source', { source: tariff.source, date: tariff.valid_from })}
          </p>
        </li>
      ))}
    </ul>
  )
}
