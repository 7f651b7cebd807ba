import { Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import classes from './trade.module.css'

/** What duty and VAT of a declaration may be, with the source and date of each rate. */
export function Estimate({ id, title, close }: { id: number; title: string; close: () => void }) {
  const { t } = useTranslation()
  const { data, error, reload } = useFetched(`estimate ${id}`, (signal) =>
    http.get('/admin/trade.Declaration/estimate', { id }, signal),
  )
  return (
    <Modal
      visible
      title={t('trade.estimateOf', { number: title })}
      footer={null}
      onCancel={close}
      unmountOnExit
      className={classes.dialog}
    >
      <p>{t('trade.estimateText')}</p>
      {error ? <Problem error={error} retry={reload} /> : !data && <Waiting rows={3} />}
      {data?.lines.length === 0 && <Nothing text={t('trade.noGoods')} />}
      {data && data.lines.length > 0 && (
        <div className={classes.scrolls}>
          <table className={classes.goods}>
            <thead>
              <tr>
                <th scope="col">{t('trade.number')}</th>
                <th scope="col">{t('trade.fields.hs_code')}</th>
                <th scope="col">{t('trade.fields.name')}</th>
                <th scope="col" data-figure>
                  {t('trade.fields.total')}
                </th>
                <th scope="col" data-figure>
                  {t('trade.duty')}
                </th>
                <th scope="col" data-figure>
                  {t('trade.vat')}
                </th>
                <th scope="col">{t('trade.source')}</th>
              </tr>
            </thead>
            <tbody>
              {data.lines.map((line) => (
                <tr key={line.line}>
                  <td>{line.line}</td>
                  <td>{line.hs_code}</td>
                  <td>{line.name}</td>
                  <td data-figure>
                    {line.total} {line.currency}
                  </td>
                  <td data-figure>
                    {line.duty ? `${line.duty} (${line.duty_rate}%)` : line.duty_rate || '–'}
                  </td>
                  <td data-figure>{line.vat ? `${line.vat} (${line.vat_rate}%)` : line.vat_rate || '–'}</td>
                  <td>
                    {line.source
                      ? t('trade.rateOf', { source: line.source, date: line.valid_from })
                      : t('trade.noRate')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  )
}
