import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router/dom'
import { useSnapshot } from 'valtio'
import i18n from '@/shared/i18n'
import { onLeave } from '@/shared/http'
import { applyLayout } from '@/shared/preferences/layout'
import { applyTheme, preferences } from '@/shared/preferences/store'
import { keepArcoFocus } from '@/shared/ui/arcoFocus'
import { fillArcoGaps } from '@/shared/ui/arcoRoles'
import { hideSplashSoon } from './splash'
import { router } from './router'

/** A press beside a dialog does not throw away what was filled in. */
const COMPONENTS = { Modal: { maskClosable: false } }

onLeave((path) => void router.navigate(path))

export function App() {
  const { language } = useSnapshot(preferences)
  useEffect(() => {
    applyTheme()
    applyLayout()
    hideSplashSoon()
    const ends = [fillArcoGaps((key) => i18n.t(key)), keepArcoFocus()]
    return () => ends.forEach((end) => end())
  }, [])
  useEffect(() => {
    dayjs.locale(language === 'en' ? 'en' : 'zh-cn')
  }, [language])
  return (
    <ConfigProvider locale={language === 'en' ? enUS : zhCN} componentConfig={COMPONENTS}>
      {/* React 18 loses updates that come while a transition renders, such as the end of a closing drawer. */}
      <RouterProvider router={router} useTransitions={false} />
    </ConfigProvider>
  )
}
