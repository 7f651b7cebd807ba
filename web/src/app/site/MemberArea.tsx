import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Suspense, useEffect } from 'react'
import { Navigate, useLocation, useRoutes } from 'react-router'
import { useSnapshot } from 'valtio'
import { lazyPage, type LazyPage } from '@/app/lazyPage'
import { SiteFrame } from '@/features/public/layout/SiteFrame'
import { preferences } from '@/shared/preferences/store'
import { member } from '@/shared/session/member'
import { CENTRE, centreLoading, centreRoute, framed, type CentrePage } from '@/shared/session/memberRules'
import { Block } from './Block'
import { MemberFound, OrderFound } from './MemberFound'
import { MemberLoading } from './MemberLoading'

const Entry = lazyPage(() => import('@/features/member/entry/EntryPage'), 'member', 'captcha')
const Centre = lazyPage(() => import('@/features/member/MemberFrame'), 'member')
const ShopOrder = lazyPage(
  () => import('@/features/shop/order/OrderPage'),
  'member',
  'shop',
  'shopOrder',
  'address',
)
const ShopEvaluate = lazyPage(
  () => import('@/features/shop/review/EvaluatePage'),
  'member',
  'shop',
  'shopOrder',
  'shopRefund',
  'shopReview',
  'upload',
)
const Guide = lazyPage(() => import('@/features/guides/MemberGuidePage'), 'guides', 'shop', 'shopOrder')
const Framed = lazyPage<{ inside?: boolean }>(() => import('@/features/member/FramedPage'), 'member')

/** The pages that a rule of the centre can name. */
const PAGES: Readonly<Record<CentrePage, LazyPage>> = {
  overview: lazyPage(() => import('@/features/member/account/OverviewPage'), 'member'),
  profile: lazyPage(() => import('@/features/member/account/ProfilePage'), 'member', 'captcha', 'upload'),
  changePassword: lazyPage(() => import('@/features/member/account/PasswordPage'), 'member'),
  balance: lazyPage(() => import('@/features/member/account/BalancePage'), 'member'),
  integral: lazyPage(() => import('@/features/member/account/IntegralPage'), 'member'),
  notifications: lazyPage(() => import('@/features/member/account/NotificationsPage'), 'member'),
  announcements: lazyPage(
    () => import('@/features/member/account/AnnouncementsPage'),
    'member',
    'memberPeople',
  ),
  verifyPerson: lazyPage(
    () => import('@/features/member/account/VerifyPersonPage'),
    'member',
    'memberPeople',
    'upload',
  ),
  company: lazyPage(
    () => import('@/features/member/company/CompanyPage'),
    'member',
    'memberPeople',
    'upload',
  ),
  'shop/coupons': lazyPage(() => import('@/features/shop/coupons/MinePage'), 'member', 'shopMoney'),
  'shop/recharge': lazyPage(
    () => import('@/features/shop/recharge/RechargePage'),
    'member',
    'shop',
    'shopMoney',
    'shopPay',
  ),
  'shop/refund': lazyPage(
    () => import('@/features/shop/refund/RefundPage'),
    'shop',
    'shopOrder',
    'shopRefund',
    'shopState',
    'upload',
  ),
  'shop/orders': lazyPage(
    () => import('@/features/shop/order/OrdersPage'),
    'member',
    'shop',
    'shopOrder',
    'address',
  ),
  'shop/evaluate': ShopEvaluate,
  'shop/address': lazyPage(() => import('@/features/member/address/AddressPage'), 'member', 'address'),
}

/** The page that the rules of the centre put at this address. */
function RulePage() {
  const { menus } = useSnapshot(member)
  const { pathname } = useLocation()
  const page = centreRoute(menus, pathname)
  if (!page) return <Framed />
  const Page = PAGES[page]
  return <Page />
}

/** An address that is not one of the fixed ones: it is looked up once it is known what the member may see. */
function ToLoading() {
  const { pathname, search } = useLocation()
  const base = pathname.replace(/\/$/, '') === CENTRE
  return <Navigate to={base ? `${CENTRE}/loading` : centreLoading(pathname, search)} replace />
}

function MemberRoutes() {
  const { info, known, rules, menus } = useSnapshot(member)
  const { pathname } = useLocation()
  const inFrame = pathname.startsWith(`${CENTRE}/iframe/`)
  // A frame of the site, for who has none of the centre's at that address.
  const ofSite = inFrame && !(info && framed(menus, pathname)) && framed(rules, pathname) !== null
  const routes = useRoutes([
    { path: 'login', element: <Entry /> },
    {
      element: <SiteFrame waiting={<Block inside />} />,
      children: [{ path: 'guide', element: <Guide /> }],
    },
    { path: 'loading/:to?', element: <MemberLoading /> },
    ofSite
      ? {
          element: <SiteFrame waiting={<Block inside />} />,
          children: [{ path: 'iframe/:url', element: <Framed inside /> }],
        }
      : {
          element: <MemberFound />,
          children: [{ element: <Centre />, children: [{ path: 'iframe/:url', element: <RulePage /> }] }],
        },
    { index: true, element: <ToLoading /> },
    // The pages of one order and of its evaluations are opened from the list, also by those whose menu lacks them.
    {
      element: <OrderFound />,
      children: [
        {
          element: <Centre />,
          children: [
            { path: 'shop/order/:order_no', element: <ShopOrder /> },
            { path: 'shop/evaluate', element: <ShopEvaluate /> },
          ],
        },
      ],
    },
    {
      element: <MemberFound />,
      children: [{ element: <Centre />, children: [{ path: '*', element: <RulePage /> }] }],
    },
  ])
  return inFrame && !known ? <Block /> : routes
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
        <MemberRoutes />
      </Suspense>
    </ConfigProvider>
  )
}
