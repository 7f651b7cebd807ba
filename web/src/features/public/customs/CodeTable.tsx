import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { spelled, type CustomsCode } from './api'
import classes from './customs.module.css'

interface Props {
  rows: readonly CustomsCode[]
  /** The code that the page is about: it is marked and leads nowhere. */
  here?: string
  label: string
}

/** A name, marked where it is in the other language. */
export function CodeName({ row }: { row: CustomsCode }) {
  const { t, i18n } = useTranslation()
  if (!row.untranslated) return row.name
  const other = i18n.language === 'en' ? 'zh-CN' : 'en'
  return (
    <>
      <span lang={other}>{row.name}</span> <small className={classes.mark}>{t('customs.untranslated')}</small>
    </>
  )
}

/** Codes with their names, each a link to its page. */
export function CodeTable({ rows, here, label }: Props) {
  const { t } = useTranslation()
  return (
    <table className={classes.codes} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('customs.code')}</th>
          <th scope="col">{t('customs.goods')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.code} aria-current={row.code === here || undefined}>
            <th scope="row">
              {row.code === here ? (
                spelled(row.code)
              ) : (
                <RouteLink to={`/customs/${row.code}`}>{spelled(row.code)}</RouteLink>
              )}
            </th>
            <td>
              <CodeName row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
