import { createBrowserRouter, Navigate, useLocation } from 'react-router'
import { ADMIN_BASE } from '@/shared/base'
import { HideSplash } from './HideSplash'
import { Crash } from './Crash'
import { hideSplashSoon } from './splash'
import { lazyPage } from './lazyPage'
import { FullReload } from './FullReload'
import { PageSuspense } from './PageSuspense'
import { PASSWORD } from './routing/paths'
import type { ComponentType } from 'react'

export const Shell = lazyPage(() => import('./shell/Shell'), 'shell', 'notifications')
export const Login = lazyPage(() => import('@/features/identity/LoginPage'), 'identity', 'shell')
const Password = lazyPage(() => import('@/features/identity/GivenPasswordPage'), 'identity', 'shell')
const NotFound = lazyPage(() => import('@/features/public/NotFoundPage'))
const Denied = lazyPage(() => import('@/features/public/DeniedPage'))

const alone = (path: string, Component: ComponentType) => ({
  path,
  element: (
    <PageSuspense>
      <Component />
      <HideSplash />
    </PageSuspense>
  ),
})

/** Links name pages below `/admin`; with another entrance the base path differs. */
function Elsewhere() {
  const { pathname, search } = useLocation()
  if (ADMIN_BASE !== '/admin' && /^\/admin(\/|$)/.test(pathname))
    return <Navigate to={ADMIN_BASE + pathname.slice('/admin'.length) + search} replace />
  return <Navigate to="/404" replace />
}

export const router = createBrowserRouter([
  {
    errorElement: <Crash />,
    children: [
      { path: '/', element: <FullReload /> },
      alone(`${ADMIN_BASE}/login`, Login),
      alone(PASSWORD, Password),
      alone('/404', NotFound),
      alone('/401', Denied),
      {
        path: `${ADMIN_BASE}/*`,
        element: (
          <PageSuspense>
            <Shell />
          </PageSuspense>
        ),
      },
      { path: '*', element: <Elsewhere /> },
    ],
  },
])
router.subscribe(({ navigation }) => navigation.state === 'idle' && hideSplashSoon())
