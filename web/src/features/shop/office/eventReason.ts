import type { TFunction } from 'i18next'
import type { OrderDetail } from './model'

type Event = OrderDetail['history'][number]

/** Where the texts of reasons are that are codes; any other reason is what a person wrote. */
const CODES: Readonly<Record<string, string>> = { doubt: 'shopPay.why', refundPaidBack: 'shopDesk.answer' }

/** Why a step of an order's history was taken, in words. */
export function eventReason({ action, reason }: Pick<Event, 'action' | 'reason'>, t: TFunction): string {
  const texts = CODES[action]
  return reason && texts ? t(`${texts}.${reason}`, { defaultValue: reason }) : reason
}
