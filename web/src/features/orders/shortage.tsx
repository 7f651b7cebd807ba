import { Modal } from '@arco-design/web-react'
import type { TFunction } from 'i18next'
import { decimal } from '@/shared/number/decimal'

/** A line of which there is not enough, as the node names it. */
export interface ShortLine {
  line: number
  product_no?: string
  wanted: string
  available: string
  /** What is there beside, expired. */
  expired?: string
}

/**
 * Says which lines are short. Those who may send out expired goods are asked whether to take them, where they would
 * help: `take` is then the same step with them; nothing without the right, or where they were asked for already.
 */
export function showShortage(t: TFunction, lines: readonly ShortLine[], take?: () => Promise<unknown>): void {
  const past = lines.reduce((sum, { expired }) => sum.plus(decimal(expired ?? '0') ?? 0), decimal(0)!)
  const offers = take !== undefined && past.gt(0)
  const show = offers ? Modal.confirm : Modal.warning
  show({
    ...(offers && { okText: t('orderSteps.takeExpired'), onOk: () => take().then(() => undefined) }),
    title: t('orders.shortage'),
    content: (
      <div>
        {lines.map((line) => (
          <p key={line.line}>{t('orders.shortLine', { ...line, product: line.product_no ?? '' })}</p>
        ))}
        {past.gt(0) && <p>{t('orderSteps.expiredToo', { quantity: past.toString() })}</p>}
      </div>
    ),
  })
}
