import {
  IconFullscreen,
  IconFullscreenExit,
  IconHome,
  IconMoon,
  IconSearch,
  IconSettings,
  IconSun,
} from '@arco-design/web-react/icon'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Bell } from '@/features/notifications'
import { preferences } from '@/shared/preferences/store'
import { session } from '@/shared/session/store'
import { lazyPage } from '../lazyPage'
import type { Entry } from '../routing/rules'
import { AccountMenu } from './AccountMenu'
import { CacheMenu } from './CacheMenu'
import { LanguageMenu } from './LanguageMenu'
import classes from './shell.module.css'
import { Tool } from './Tool'
import { useHotkey } from './useHotkey'

const Search = lazy(() => import('./search/Search'))
const LayoutSettings = lazyPage<{ open: boolean; close: () => void }>(
  () => import('./LayoutSettings'),
  'layout',
)

function useFullScreen(): [boolean, () => void] {
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const changed = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  return [full, () => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())]
}

/** The right of every header. */
export const Tools = memo(function Tools({ wide, entries }: { wide: boolean; entries: readonly Entry[] }) {
  const { t } = useTranslation()
  const { admin, remembered } = useSnapshot(session)
  const { dark } = useSnapshot(preferences)
  const [full, toggleFull] = useFullScreen()
  // Chunks of their own come with the first use, and stay for the closing movement.
  const [searching, setSearching] = useState<boolean | null>(null)
  const [setting, setSetting] = useState<boolean | null>(null)
  useHotkey('k', () => setSearching((open) => !open))
  return (
    <div className={classes.tools}>
      <Tool label={t('shell.searchKey')} icon={<IconSearch />} onClick={() => setSearching(true)} />
      {wide && (
        <Tool
          label={t('shell.site')}
          icon={<IconHome />}
          onClick={() => window.open('/', '_blank', 'noopener')}
        />
      )}
      <LanguageMenu />
      <Tool
        label={t(dark ? 'shell.light' : 'shell.dark')}
        icon={dark ? <IconSun /> : <IconMoon />}
        onClick={() => {
          preferences.dark = !dark
        }}
      />
      {wide && (
        <Tool
          label={t(full ? 'shell.exitFullScreen' : 'shell.fullScreen')}
          icon={full ? <IconFullscreenExit /> : <IconFullscreen />}
          onClick={toggleFull}
        />
      )}
      {wide && admin?.super && <CacheMenu />}
      {!remembered && <Bell />}
      <AccountMenu wide={wide} settings={() => setSetting(true)} />
      {wide && <Tool label={t('shell.layout')} icon={<IconSettings />} onClick={() => setSetting(true)} />}
      <Suspense>
        {searching !== null && (
          <Search entries={entries} open={searching} close={() => setSearching(false)} />
        )}
        {setting !== null && <LayoutSettings open={setting} close={() => setSetting(false)} />}
      </Suspense>
    </div>
  )
})
