import { useTranslation } from 'react-i18next'
import type { CountLine } from './api'
import { CountEntry } from './CountEntry'
import type { LineInput } from './useCountLine'

interface Props {
  row: CountLine
  entry: LineInput
  large?: boolean
  /** Goes to the next line. */
  next: () => void
}

/** The field for what was counted of a line; leaving it saves, and Enter goes on as well. */
export function LineEntry({ row, entry, large, next }: Props) {
  const { t } = useTranslation()
  return (
    <CountEntry
      large={large}
      label={`${t('counts.counted')} ${row.line}`}
      product={entry.product}
      parts={entry.entered}
      change={entry.enter}
      fault={entry.fault}
      line={row.line}
      disabled={entry.busy}
      enter={() => {
        if (entry.wrong) return
        next()
        entry.save()
      }}
      leave={entry.save}
    />
  )
}
