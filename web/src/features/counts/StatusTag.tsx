import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

const COLOURS: Readonly<Record<number, string>> = { 0: 'arcoblue', 1: 'orange', 2: 'green', 3: 'gray' }

export function StatusTag({ status }: { status: number }) {
  const { t } = useTranslation()
  return (
    <Tag color={COLOURS[status]} data-status={status}>
      {t(`counts.statuses.${status}`)}
    </Tag>
  )
}
