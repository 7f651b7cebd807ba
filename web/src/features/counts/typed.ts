import { shown } from '@/shared/number/decimal'
import type { CountLine } from './api'

type Result = CountLine['results'][number]

/** A result as it was typed: `40 (3 box + 4 pc)`, or its quantity alone. */
export function typedText({ quantity, entered }: Pick<Result, 'quantity' | 'entered'>): string {
  if (entered.length === 0) return quantity
  const parts = entered.map((part) => [shown(part.quantity), part.unit_name].filter(Boolean).join(' '))
  return `${quantity} (${parts.join(' + ')})`
}
