import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { usePermission } from '@/shared/hooks/usePermission'
import { RouteLink } from '@/shared/ui/RouteLink'
import { ORDER_PAGE, REFUND_PAGE } from './model'

/** What a figure of a day or a month counts. */
export type Counted = 'placed' | 'paid' | 'refunded'

/** The days of a span, `YYYY-MM-DD` or `YYYY-MM`, as a list's address has them. */
export function daysOf(span: string): string {
  if (span.length > 7) return `${span},${span}`
  return `${span}-01,${dayjs(`${span}-01`).endOf('month').format('YYYY-MM-DD')}`
}

/** The list of what a figure counts. */
export function listOf(counted: Counted, span: string): string {
  const days = daysOf(span)
  if (counted === 'refunded') return `/admin/${REFUND_PAGE}?pay_status=2&paid_time=${days}`
  return `/admin/${ORDER_PAGE}?${counted === 'placed' ? 'create_time' : 'pay_time'}=${days}`
}

interface Props {
  counted: Counted
  span: string
  className?: string
  /** Says what it is, where it has no words. */
  label?: string
  children: ReactNode
}

/** A figure that opens what it counts, for those who may see it. */
export function Opens({ counted, span, className, label, children }: Props) {
  const orders = usePermission(ORDER_PAGE)('index')
  const refunds = usePermission(REFUND_PAGE)('index')
  if (!(counted === 'refunded' ? refunds : orders))
    return (
      <span className={className} title={label}>
        {children}
      </span>
    )
  return (
    <RouteLink to={listOf(counted, span)} className={className} title={label} aria-label={label}>
      {children}
    </RouteLink>
  )
}
