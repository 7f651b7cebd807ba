import { Radio } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { CalendarPage } from './CalendarPage'

const VIEWS = ['list', 'calendar'] as const

function Views() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  return (
    <Radio.Group
      type="button"
      value={search.get('view') === 'calendar' ? 'calendar' : 'list'}
      aria-label={t('ads.view')}
      onChange={(view: string) => setSearch(view === 'calendar' ? { view } : {})}
      options={VIEWS.map((view) => ({ value: view, label: t(`ads.views.${view}`) }))}
    />
  )
}

/** Zones: as a list, and as a calendar of what runs in them. */
export default function ZonePage({ name }: { name: string }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const custom = useMemo<Custom>(() => ({ remark: t('ads.zoneText'), head: () => <Views /> }), [t])
  return search.get('view') === 'calendar' ? (
    <CalendarPage views={<Views />} />
  ) : (
    <ResourcePage name={name} custom={custom} />
  )
}
