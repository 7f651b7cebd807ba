import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import type { PickListData } from './beside'
import type { Kind } from './kinds'
import type { Order, OrderLine } from './model'
import classes from './orders.module.css'

const open = (line: OrderLine) =>
  (decimal(line.quantity) ?? decimal(0)!).minus(decimal(line.stocked_quantity) ?? 0)

const name = (order: Order, line: number): string =>
  order.lines.find((one) => one.line === line)?.product?.name ?? String(line)

interface Props {
  kind: Kind
  order: Order
  /** What it takes from which places, and what it lacks. */
  picks: PickListData | null
}

/** What an order that is not done waits for: its review, goods that are to come or are in transit, or goods it lacks. */
export function OrderWaits({ kind, order, picks }: Props) {
  const { t } = useTranslation()
  const left = order.lines.filter((line) => open(line).gt(0))
  const onRoad = (way: 'there' | 'back'): number =>
    order.lines.filter((line) => decimal(line.transit?.[way] ?? '0')?.gt(0)).length
  const [there, back] = [onRoad('there'), onRoad('back')]
  if (order.status > 1 || left.length + there + back === 0) return null
  const next = order.status === 0 ? 'review' : kind.direction
  return (
    <>
      <h2>{t('orderSteps.waits')}</h2>
      <ul className={classes.links}>
        {left.length > 0 && <li>{t(`orderSteps.waitsFor.${next}`, { count: left.length })}</li>}
        {there > 0 && <li>{t('orderSteps.waitsFor.there', { count: there })}</li>}
        {back > 0 && <li>{t('orderSteps.waitsFor.back', { count: back })}</li>}
        {left.length > 0 &&
          (picks?.missing ?? []).map(({ line, quantity }) => (
            <li key={line}>{t('orderSteps.waitsGoods', { product: name(order, line), quantity })}</li>
          ))}
      </ul>
    </>
  )
}
