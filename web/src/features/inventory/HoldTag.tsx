import { Tag, Tooltip } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

interface Props {
  /** 1 to inspect, 2 damaged, 3 recalled. */
  state: number
  reason?: string | null
  everywhere?: boolean
}

const COLOURS = ['gray', 'orange', 'orangered', 'red'] as const

/** Why goods are held. */
export function HoldTag({ state, reason, everywhere }: Props) {
  const { t } = useTranslation()
  if (state === 0) return null
  const words = [everywhere ? t('holds.everywhere') : '', reason].filter(Boolean).join(': ')
  const tag = (
    <Tag size="small" bordered color={COLOURS[state] ?? 'red'}>
      {t(`holds.states.${state}`)}
    </Tag>
  )
  return words ? <Tooltip content={words}>{tag}</Tooltip> : tag
}
