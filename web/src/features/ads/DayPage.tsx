import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { Figures } from './Figures'
import { rate } from './figures'

/** How often adverts were seen and followed: a chart of days, and the days themselves. */
export default function DayPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const custom = useMemo<Custom>(
    () => ({
      remark: t('ads.dayText'),
      above: <Figures />,
      without: ['id'],
      more: [
        {
          key: 'rate',
          title: t('ads.rate'),
          numeric: true,
          render: (row) => rate(Number(row.clicks ?? 0), Number(row.impressions ?? 0)),
        },
      ],
    }),
    [t],
  )
  return <ResourcePage name={name} custom={custom} />
}
