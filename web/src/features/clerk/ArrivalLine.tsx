import { Button, Input } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { batchUse, expiryOf, NEEDS_BATCH, NO_BATCHES, receiptFaults, type OrderLine } from '@/features/orders'
import { decimal } from '@/shared/number/decimal'
import { countedIn } from '@/shared/units/units'
import {
  isBlank,
  nothingOf,
  receiptOf,
  typed,
  typedOf,
  withChange,
  type Arrival,
  type Arrivals,
} from './arriving'
import { BatchDates } from './BatchDates'
import classes from './clerk.module.css'
import { CountAmounts } from './CountAmounts'

interface Props {
  line: OrderLine
  /** What has come of it so far, by batch, good and damaged ones apart. */
  arrivals: Arrivals
  /** What may still come of it. */
  open: string
  /** Its goods come from the road: their dates are known, and some may be damaged. Others bring the dates of their batch. */
  road: boolean
  over: boolean
  last: boolean
  change: (arrivals: Arrivals) => void
}

/** A line of which goods come in: how much of which batch, and how much of it is damaged. */
export function ArrivalLine({ line, arrivals, open, road, over, last, change }: Props) {
  const { t } = useTranslation()
  const good = arrivals.some(({ damaged }) => !damaged)
  const shown = good ? arrivals : [nothingOf(line), ...arrivals]
  const name = line.product?.name ?? `#${line.product_id}`
  const place = [line.target_area ?? line.area, line.target_shelf ?? line.shelf]
    .map((one) => one?.name)
    .filter(Boolean)
    .join(' / ')
  const batches = batchUse(line) !== NO_BATCHES
  const batchHint = t(batchUse(line) === NEEDS_BATCH ? 'clerk.batchNeeded' : 'clerk.batch')
  const product = countedIn(line.product)
  const set = (at: number, changes: Partial<Arrival>): void => change(withChange(shown, at, changes, open))
  const restFor = (at: number): string => {
    const others = shown.filter((_, index) => index !== at)
    const rest = others.reduce((sum, { quantity }) => sum.minus(decimal(quantity) ?? 0), decimal(open)!)
    return rest.lt(0) ? '0' : rest.toString()
  }

  const part = (arrival: Arrival, at: number) => {
    const goods = [name, arrival.batch].filter(Boolean).join(' ')
    const called = arrival.damaged ? t('clerk.damagedOf', { name: goods }) : goods
    const faults = !road ? receiptFaults(receiptOf(line, arrival)) : {}
    const begun = arrival.quantity !== '' || arrival.batch !== ''
    return (
      <div key={at} className={classes.arrival}>
        {arrival.damaged && <strong className={classes.warning}>{t('clerk.damaged')}</strong>}
        <CountAmounts
          name={called}
          product={product}
          parts={typedOf(arrival)}
          most={{ words: t('clerk.open'), quantity: restFor(at) }}
          warns={over}
          change={(parts) => set(at, typed(parts, product))}
        />
        {begun && batches && (
          <Input
            size="large"
            aria-label={t('clerk.batchOf', { name: called })}
            placeholder={line.batch_number || batchHint}
            maxLength={64}
            status={faults.batch ? 'error' : undefined}
            value={arrival.batch}
            onChange={(batch) => set(at, { batch })}
          />
        )}
        {faults.batch && <span className={classes.warning}>{t(faults.batch.key)}</span>}
        {begun && !road && (
          <BatchDates
            name={called}
            produced={arrival.produced}
            expires={arrival.expires}
            change={({ produced, expires }) => {
              // The shelf life of the product says the expiry date.
              const until = produced !== arrival.produced ? expiryOf(line, produced || null) : null
              set(at, { produced, expires: until ?? expires })
            }}
          />
        )}
        {faults.expiry && <span className={classes.warning}>{t(faults.expiry.key)}</span>}
      </div>
    )
  }

  return (
    <li className={classes.line} data-last={last} data-line={line.line}>
      <strong>{name}</strong>
      <span className={classes.dim}>
        {[line.product?.product_no, line.product?.spec].filter(Boolean).join(' · ')}
      </span>
      {place && <span className={classes.place}>{place}</span>}
      {(line.batch_number || line.expiry_date) && (
        <span className={classes.dim}>
          {[line.batch_number, line.expiry_date].filter(Boolean).join(' · ')}
        </span>
      )}
      {shown.map(part)}
      {over && (
        <span className={classes.warning}>{t(road ? 'orders.rule.overOpen' : 'orders.overOpenHint')}</span>
      )}
      {batches && shown.some(({ quantity }) => quantity !== '') && (
        <Button
          size="large"
          icon={<IconPlus />}
          aria-label={t('clerk.anotherBatchOf', { name })}
          onClick={() => change([...shown, nothingOf(line)])}
        >
          {t('clerk.anotherBatch')}
        </Button>
      )}
      {road && !shown.some((arrival) => arrival.damaged && isBlank({ ...arrival, batch: '' })) && (
        <Button
          size="large"
          aria-label={t('clerk.someDamagedOf', { name })}
          onClick={() =>
            change([...shown, { ...nothingOf(line), damaged: true, batch: shown.at(-1)?.batch ?? '' }])
          }
        >
          {t('clerk.someDamaged')}
        </Button>
      )}
    </li>
  )
}
