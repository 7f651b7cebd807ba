import { Modal } from '@arco-design/web-react'
import type { TFunction } from 'i18next'
import { decimal, shown } from '@/shared/number/decimal'
import { productRows, type ListedProduct } from '@/shared/scan/findProduct'
import { productLabel } from './model'

/** A line of which there is not enough, as the node names it. */
export interface ShortLine {
  line: number
  product_id: number
  wanted: string
  available: string
  /** What is there beside, expired. */
  expired?: string
}

/** The products of these lines; without those that can't be read. */
async function productsOf(lines: readonly ShortLine[]): Promise<ReadonlyMap<number, ListedProduct>> {
  const ids = [...new Set(lines.map(({ product_id }) => product_id))]
  const rows = await productRows('id', ids, ids.length).catch(() => [])
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Says which lines are short. Those who may send out expired goods are asked whether to take them, where they would
 * help: `take` is then the same step with them; nothing without the right, or where they were asked for already.
 */
export async function showShortage(
  t: TFunction,
  lines: readonly ShortLine[],
  take?: () => Promise<unknown>,
): Promise<void> {
  const products = await productsOf(lines)
  const words = ({ line, product_id, wanted, available }: ShortLine): string => {
    const product = products.get(product_id)
    const amount = (quantity: string): string =>
      [shown(quantity), product?.unit?.name].filter(Boolean).join(' ')
    return t('orders.shortLine', {
      line,
      product: product ? productLabel(product) : `#${product_id}`,
      wanted: amount(wanted),
      available: amount(available),
    })
  }
  const past = lines.reduce((sum, { expired }) => sum.plus(decimal(expired ?? '0') ?? 0), decimal(0)!)
  const offers = take !== undefined && past.gt(0)
  const show = offers ? Modal.confirm : Modal.warning
  show({
    ...(offers && { okText: t('orderSteps.takeExpired'), onOk: () => take().then(() => undefined) }),
    title: t('orders.shortage'),
    content: (
      <div>
        {lines.map((line) => (
          <p key={line.line}>{words(line)}</p>
        ))}
        {past.gt(0) && (
          <p>{t('orderSteps.expiredToo', { count: past.toNumber(), quantity: past.toString() })}</p>
        )}
      </div>
    ),
  })
}
