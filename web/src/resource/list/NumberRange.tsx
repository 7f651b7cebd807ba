import { Input } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../list.module.css'

const NUMBER = /^-?\d*\.?\d*$/

interface NumberRangeProps {
  label: string
  /** `from,to`; either may be missing. */
  value: string
  onChange: (value: string | null) => void
}

/** From and to, as decimal texts. */
export function NumberRange({ label, value, onChange }: NumberRangeProps) {
  const { t } = useTranslation()
  const [ends, setEnds] = useState<[string, string]>(['', ''])
  useEffect(() => {
    const [from = '', to = ''] = value.split(',')
    setEnds([from, to])
  }, [value])
  const apply = (): void => {
    const text = ends.map((end) => end.trim()).join(',')
    if (text !== value) onChange(text === ',' ? null : text)
  }
  const box = (at: 0 | 1, word: string) => (
    <Input
      aria-label={`${label} ${word}`}
      placeholder={at === 0 ? label : word}
      inputMode="decimal"
      value={ends[at]}
      onChange={(next) => {
        if (NUMBER.test(next)) setEnds(at === 0 ? [next, ends[1]] : [ends[0], next])
      }}
      onPressEnter={apply}
      onBlur={apply}
    />
  )
  return (
    <span className={classes.numbers}>
      {box(0, t('common.from'))}
      <span aria-hidden>~</span>
      {box(1, t('common.to'))}
    </span>
  )
}
