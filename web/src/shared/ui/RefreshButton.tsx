import { Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'

/** Reads a page anew. */
export function RefreshButton({ refresh }: { refresh: () => void }) {
  const { t } = useTranslation()
  const words = t('common.refresh')
  return <Button icon={<IconRefresh />} aria-label={words} title={words} onClick={refresh} />
}
