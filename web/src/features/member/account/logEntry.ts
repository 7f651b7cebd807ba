import type { TFunction } from 'i18next'
import type { Schema } from '@/shared/http/api'

/** A change of the balance or of the points. */
export type Entry = Schema<'MoneyChange'> | Schema<'ScoreChange'>

/** The change with its sign. */
export function amountOf(entry: Entry): { text: string; gain: boolean } {
  const text = String('money' in entry ? entry.money : entry.score)
  const gain = !text.startsWith('-')
  return { text: gain ? `+${text}` : text, gain }
}

/** Ids are the server's own; these three together are never the same twice. */
export const keyOf = ({ create_time: time, memo, after }: Entry): string => `${time} ${memo} ${after}`

/**
 * The reason of an entry and its cause. A memo that a person wrote comes before the text of the entry's kind.
 */
export function reasonOf(entry: Entry, t: TFunction) {
  const kinds = 'money' in entry ? 'moneyKinds' : 'scoreKinds'
  const kind = t(`member.account.${kinds}.${entry.kind}`)
  const cause =
    entry.cause_kind && entry.cause_kind !== 'manual'
      ? t(`member.account.causes.${entry.cause_kind}`, { id: entry.cause_id })
      : ''
  return { kind, cause, memo: entry.memo || [kind, cause].filter(Boolean).join(' · ') }
}
