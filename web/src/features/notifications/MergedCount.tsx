import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

/** How many notifications were merged into this one; nothing for a single one. */
export function MergedCount({ count = 1 }: { count?: number }) {
  const { t } = useTranslation()
  return count > 1 ? <Tag size="small">{t('notification.merged', { count })}</Tag> : null
}
