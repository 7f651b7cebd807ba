import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { http, type Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { Problem, Waiting } from '@/shared/ui/Page'
import classes from './figures.module.css'

/** One number as a share of another, with one decimal; nothing where there is nothing to divide by. */
export function percent(part: string | number, whole: string | number): string | null {
  const [of, all] = [decimal(part), decimal(whole)]
  return of && all && all.gt(0) ? `${of.div(all).times(100).toFixed(1)}%` : null
}

/** How many orders of 30 days that were placed were paid. */
export function Conversion({ of }: { of: Schema<'ShopConversion'> }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.large} data-conversion>
        {percent(of.paid, of.placed) ?? '–'}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{t('shopDesk.figures.placed')}</dt>
          <dd>{of.placed}</dd>
        </div>
        <div>
          <dt>{t('shopDesk.figures.paid')}</dt>
          <dd>{of.paid}</dd>
        </div>
        <div>
          <dt>{t('shopDesk.figures.open')}</dt>
          <dd>{of.open}</dd>
        </div>
      </dl>
    </>
  )
}

/** What was earned in 30 days; only for those who see costs. Another `turn` asks again. */
export function Margin({ turn }: { turn: number }) {
  const { t } = useTranslation()
  const fetched = useFetched(`shop margin ${turn}`, (signal) =>
    http.get('/admin/shop.Dashboard/margin', undefined, signal),
  )
  const { data } = fetched
  if (!data)
    return fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting rows={3} />
  const margin = String(data.margin)
  return (
    <>
      <p className={classes.large} data-margin>
        <Numeral value={margin} money />
        {decimal(data.sales)?.gt(0) && <small> {percent(margin, data.sales)}</small>}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{t('shopDesk.figures.sales')}</dt>
          <dd>
            <Numeral value={data.sales} money />
          </dd>
        </div>
        <div>
          <dt>{t('shopDesk.figures.cost')}</dt>
          <dd>
            <Numeral value={String(data.cost)} money />
          </dd>
        </div>
      </dl>
      <p className={classes.note}>
        {data.orders < data.all
          ? t('shopDesk.figures.some', { count: data.orders, all: data.all })
          : t('shopDesk.figures.every', { count: data.orders })}
      </p>
    </>
  )
}
