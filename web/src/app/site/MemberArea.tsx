import '@arco-design/web-react/es/style/index.css'
import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
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

/** `/user`: sign-in and the member centre. */
export default function MemberArea() {
  const { language } = useSnapshot(preferences)
  useEffect(() => {
    dayjs.locale(language === 'en' ? 'en' : 'zh-cn')
  }, [language])
  return (
    <ConfigProvider locale={language === 'en' ? enUS : zhCN}>
      <Suspense fallback={<Block />}>
        <Routes>
          <Route path="login" element={<Entry />} />
          <Route path="loading/:to?" element={<MemberLoading />} />
          <Route element={<MemberFound />}>
            <Route element={<Centre />}>
              <Route path="account/overview" element={<Overview />} />
              <Route path="account/profile" element={<Profile />} />
              <Route path="account/changePassword" element={<Password />} />
              <Route path="account/balance" element={<Balance />} />
              <Route path="account/integral" element={<Integral />} />
              <Route path="account/notifications" element={<Notifications />} />
              <Route path="iframe/:url" element={<Framed />} />
            </Route>
          </Route>
          <Route path="*" element={<MemberLoading />} />
        </Routes>
      </Suspense>
    </ConfigProvider>
  )
}
