import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'

/** What the API log keeps: one row, with a switch, and a button that clears the log. */
export default function ConfigPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const custom = useMemo<Custom>(() => ({ remark: t('apiLog.configText'), without: ['id'] }), [t])
  return <ResourcePage name={name} custom={custom} />
}
