import { useTranslation } from 'react-i18next'
import { linesOf } from './goods'
import classes from './trade.module.css'

const COLUMNS = [
  'hs_code',
  'name',
  'elements',
  'quantity_1',
  'quantity',
  'price',
  'total',
  'currency',
  'origin',
  'destination',
] as const
const FIGURES: readonly string[] = ['quantity_1', 'quantity', 'price', 'total']

/** The goods of a declaration as a table. */
export function Goods({ value }: { value: unknown }) {
  const { t } = useTranslation()
  const lines = linesOf(value)
  if (lines.length === 0) return <p>{t('trade.noGoods')}</p>
  return (
    <div className={classes.scrolls}>
      <table className={classes.goods}>
        <thead>
          <tr>
            <th scope="col">{t('trade.number')}</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" data-figure={FIGURES.includes(name) || undefined}>
                {t(`trade.fields.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>
              <td>{at + 1}</td>
              {COLUMNS.map((name) => (
                <td key={name} data-figure={FIGURES.includes(name) || undefined}>
                  {line[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
