import type { Schema } from '@/shared/http'
import i18n from '@/shared/i18n'

type Changed = Schema<'OrderChanged'>

/** Says which order it was, and what was done to it. */
export const doneText =
  (action: string) =>
  (answer: unknown): string => {
    const done = answer as Partial<Changed> | null
    const number =
      done?.inbound_order_no ??
      done?.outbound_order_no ??
      done?.transfer_order_no ??
      done?.adjustment_order_no
    const key = `orders.actions.${action}`
    return number && i18n.exists(key) ? i18n.t('orders.done', { number, action: i18n.t(key) }) : ''
  }
