import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Suspense, useEffect } from 'react'
import { useRoutes } from 'react-router'
import { useSnapshot } from 'valtio'
import { lazyPage } from '@/app/lazyPage'
import { preferences } from '@/shared/preferences/store'
import { Block } from './Block'
import { MemberFound } from './MemberFound'
import { MemberLoading } from './MemberLoading'

const Entry = lazyPage(() => import('@/features/member/entry/EntryPage'), 'member', 'captcha')
const Centre = lazyPage(() => import('@/features/member/MemberFrame'), 'member')
const Overview = lazyPage(() => import('@/features/member/account/OverviewPage'), 'member')
const Profile = lazyPage(() => import('@/features/member/account/ProfilePage'), 'member', 'captcha', 'upload')
const Password = lazyPage(() => import('@/features/member/account/PasswordPage'), 'member')
const Balance = lazyPage(() => import('@/features/member/account/BalancePage'), 'member')
const Integral = lazyPage(() => import('@/features/member/account/IntegralPage'), 'member')
const Framed = lazyPage(() => import('@/features/member/FramedPage'), 'member')
const Notifications = lazyPage(() => import('@/features/member/account/NotificationsPage'), 'member')

function Places() {
  return useRoutes([
    { path: 'login', element: <Entry /> },
    { path: 'loading/:to?', element: <MemberLoading /> },
    {
      element: <MemberFound />,
      children: [
        {
          element: <Centre />,
          children: [
            { path: 'account/overview', element: <Overview /> },
            { path: 'account/profile', element: <Profile /> },
            { path: 'account/changePassword', element: <Password /> },
            { path: 'account/balance', element: <Balance /> },
            { path: 'account/integral', element: <Integral /> },
            { path: 'account/notifications', element: <Notifications /> },
            { path: 'iframe/:url', element: <Framed /> },
          ],
        },
      ],
    },
    { path: '*', element: <MemberLoading /> },
  ])
}

/** `/user`: sign-in and the member centre. */
export default function MemberArea() {
  const { language } = useSnapshot(preferences)
  useEffect(() => {
    dayjs.locale(language === 'en' ? 'en' : 'zh-cn')
  }, [language])
  return (
    <ConfigProvider locale={language === 'en' ? enUS : zhCN}>
      <Suspense fallback={<Block />}>
        <Places />
      </Suspense>
    </ConfigProvider>
  )
}
