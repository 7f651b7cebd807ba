import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

/** How many messages about the same thing became this one; nothing when it is alone. */
export function MergedCount({ count = 1 }: { count?: number }) {
  const { t } = useTranslation()
  return count > 1 ? <Tag size="small">{t('notification.merged', { count })}</Tag> : null
}
