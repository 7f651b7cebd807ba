import { IconEraser } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { CACHES, clearCache, type Cache } from './clearCache'
import { ToolMenu } from './ToolMenu'

export function CacheMenu() {
  const { t } = useTranslation()
  const { show } = useProblem()
  return (
    <ToolMenu
      label={t('cache.title')}
      icon={<IconEraser />}
      items={CACHES.map((cache) => [cache, t(`cache.${cache}`)] as const)}
      choose={(cache) => void clearCache(cache as Cache).catch(show)}
    />
  )
}
