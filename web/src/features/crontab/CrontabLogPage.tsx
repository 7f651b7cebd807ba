import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { outcome } from './outcome'

/** What came of scheduled tasks. */
export default function CrontabLogPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const custom = useMemo<Custom>(
    () => ({ cells: { message: (row) => outcome(String(row.message ?? ''), t) || '–' } }),
    [t],
  )
  return <ResourcePage name={name} custom={custom} />
}
