import { Input, Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { moment } from '@/shared/ui/time'
import { Numeral } from '@/shared/ui/Numeral'
import { stateOf, type CountLine, type LineState } from './api'
import classes from './counts.module.css'
import { typedText } from './typed'

const STATES: Readonly<Record<LineState, string>> = {
  not_counted: 'gray',
  counted: 'arcoblue',
  equal: 'green',
  different: 'orange',
}

/** What the last result of a line was, and what that means. */
export function LineResult({ row }: { row: CountLine }) {
  const { t } = useTranslation()
  const state = stateOf(row)
  return (
    <span>
      {row.quantity == null ? '' : <Numeral value={row.quantity} unit={row.product.unit?.name} />}{' '}
      <Tag size="small" color={row.recount ? 'red' : STATES[state]}>
        {t(row.recount ? 'counts.views.recount' : `counts.states.${state}`)}
      </Tag>
    </span>
  )
}

/** Every result of a line, oldest first. */
export function LineResults({ row }: { row: CountLine }) {
  const { t } = useTranslation()
  return row.results.map((result) => (
    <div key={`${result.at}-${result.nickname}`}>
      {result.zeroed ? t('counts.zeroed') : typedText(result)} · {result.nickname ?? '–'} ·{' '}
      {moment(result.at, 'MM-DD HH:mm')}
    </div>
  ))
}

interface ReasonProps {
  line: number
  reason: string
  setReason: (reason: string) => void
  explain: () => void
  placeholder?: string
}

/** Why a line differs; saved once the field is left. */
export function LineReason({ line, reason, setReason, explain, placeholder }: ReasonProps) {
  const { t } = useTranslation()
  return (
    <Input
      aria-label={`${t('counts.reason')} ${line}`}
      className={classes.reason}
      size="small"
      maxLength={200}
      value={reason}
      placeholder={placeholder ?? t('common.optional')}
      onChange={setReason}
      onBlur={explain}
      onPressEnter={explain}
    />
  )
}
