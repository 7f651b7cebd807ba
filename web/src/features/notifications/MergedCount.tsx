import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

/** How often the same was told; nothing for what was told once, and for several things, which the message counts itself. */
export function MergedCount({ count = 1, things = 1 }: { count?: number; things?: number }) {
  const { t } = useTranslation()
  return count > 1 && things < 2 ? <Tag size="small">{t('notification.merged', { count })}</Tag> : null
}
