import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconEraser } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { CACHES, clearCache, type Cache } from './clearCache'

export function CacheMenu() {
  const { t } = useTranslation()
  const { show } = useProblem()
  return (
    <Dropdown
      trigger="click"
      position="br"
      droplist={
        <Menu onClickMenuItem={(cache) => void clearCache(cache as Cache).catch(show)}>
          {CACHES.map((cache) => (
            <Menu.Item key={cache}>{t(`cache.${cache}`)}</Menu.Item>
          ))}
        </Menu>
      }
    >
      <Button
        type="text"
        shape="circle"
        icon={<IconEraser />}
        aria-label={t('cache.title')}
        title={t('cache.title')}
      />
    </Dropdown>
  )
}
