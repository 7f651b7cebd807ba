import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect } from 'react'
import { createBrowserRouter, Navigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useSnapshot } from 'valtio'
import { onLeave } from '@/shared/http'
import { applyTheme, preferences } from '@/shared/preferences/store'
import { Crash } from './Crash'
import { Guarded } from './Guarded'
import { lazyPage } from './lazyPage'
import { Outside } from './Outside'
import { pages } from './pages'
import { Shell } from './shell/Shell'
import { Start } from './shell/Start'
import { Waited } from './Waited'

const Login = lazyPage(() => import('@/features/identity/LoginPage'), 'identity', 'shell')
const NotFound = lazyPage(() => import('@/features/public/NotFoundPage'))
const Denied = lazyPage(() => import('@/features/public/DeniedPage'))

const router = createBrowserRouter([
  {
    errorElement: <Crash />,
    children: [
      {
        path: '/',
        element: <Outside />,
      },
      {
        path: '/admin/login',
        element: (
          <Waited>
            <Login />
          </Waited>
        ),
      },
      {
        path: '/404',
        element: (
          <Waited>
            <NotFound />
          </Waited>
        ),
      },
      {
        path: '/401',
        element: (
          <Waited>
            <Denied />
          </Waited>
        ),
      },
      {
        path: '/admin',
        element: <Shell />,
        children: [
          { index: true, element: <Start /> },
          { path: 'loading/:to?', element: <Start /> },
          ...pages.map((page) => ({
            path: page.path,
            errorElement: <Crash inside />,
            element: <Guarded page={page} />,
          })),
          {
            path: '*',
            element: (
              <Waited>
                <NotFound />
              </Waited>
            ),
          },
        ],
      },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
])
onLeave((path) => void router.navigate(path))

export function App() {
  const { language } = useSnapshot(preferences)
  useEffect(applyTheme, [])
  useEffect(() => {
    dayjs.locale(language === 'en' ? 'en' : 'zh-cn')
  }, [language])
  return (
    <ConfigProvider locale={language === 'en' ? enUS : zhCN}>
      <RouterProvider router={router} />
    </ConfigProvider>
  )
}
