import { ApiError } from '@/shared/http'
import i18n from '@/shared/i18n'
import type { Queued } from './commandStore'

/** A field of one of the parts that a command names, counted from zero. */
const PART_FIELD = /^(?:lines|parts)\[(\d+)\]/

/** What the goods of a part are called, if a refusal is about one. */
function goodsOf(field: string, { body, goods }: Pick<Queued, 'body' | 'goods'>): string | undefined {
  const [, at] = PART_FIELD.exec(field) ?? []
  const parts = (body.lines ?? body.parts) as readonly { line?: number }[] | undefined
  const line = at === undefined ? undefined : parts?.[Number(at)]?.line
  return line === undefined ? undefined : goods?.[line]
}

/** Why the node refused a command: what is about one of its parts goes by the name of its goods. */
export function refusalText(error: unknown, command: Pick<Queued, 'body' | 'goods'>): string {
  if (!(error instanceof ApiError)) return i18n.t('error.server')
  const named = error.errors.map(({ field, msg }) => ({ msg, name: goodsOf(field, command) }))
  const texts = named.flatMap(({ name, msg }) =>
    name ? [`${name}: ${msg}`] : error.message.includes(msg) ? [] : [msg],
  )
  const whole = named.length > 0 && named.every(({ name }) => name) ? '' : error.message
  return [...new Set([whole, ...texts])].filter(Boolean).join(' · ') || i18n.t('error.server')
}
