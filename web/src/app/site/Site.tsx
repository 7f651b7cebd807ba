import { Suspense, useEffect, useRef } from 'react'
import { BrowserRouter, Navigate, useLocation, useNavigate, useRoutes } from 'react-router'
import { useSnapshot } from 'valtio'
import { SiteFrame } from '@/features/public/layout/SiteFrame'
import { ADMIN_BASE } from '@/shared/base'
import { onMemberLeave, startSite } from '@/shared/http/member'
import { applyTheme } from '@/shared/preferences/store'
import { member } from '@/shared/session/member'
import { siteRoute, type SitePage } from '@/shared/session/memberRules'
import { site } from '@/shared/site/store'
import { hideSplash } from '../splash'
import { lazyPage } from '../lazyPage'
import { FullReload } from '../FullReload'
import { Block } from './Block'
import { sitePage } from './sitePage'

const home = sitePage('home', () => import('@/features/public/pages/HomePage'), 'common')
const platform = sitePage(
  'platform',
  () => import('@/features/public/pages/PlatformPage'),
  'platformMore',
  'articles',
  'common',
)
const industry = sitePage(
  'industry',
  () => import('@/features/public/pages/IndustryPage'),
  'articles',
  'common',
)
const cases = sitePage('cases', () => import('@/features/public/pages/CasesPage'), 'articles', 'common')
const customs = sitePage('customs', () => import('@/features/public/pages/CustomsPage'), 'common', 'articles')
const customsCode = sitePage('customs', () => import('@/features/public/pages/CustomsCodePage'), 'common')
const assistant = sitePage('assistant', () => import('@/features/public/pages/AssistantPage'))
const about = sitePage('about', () => import('@/features/public/pages/AboutPage'), 'articles', 'common')
const help = sitePage('help', () => import('@/features/public/pages/HelpPage'), 'articles', 'common')
const Article = lazyPage(() => import('@/features/public/pages/ArticlePage'), 'articles', 'common')
const Preview = lazyPage(() => import('@/features/public/pages/PreviewPage'), 'articles', 'common')
const PlatformCompany = lazyPage(
  () => import('@/features/public/pages/PlatformCompanyPage'),
  'platformMore',
  'articles',
  'common',
)
const Shop = lazyPage(() => import('@/features/shop/HomePage'), 'shop', 'common')
const ShopList = lazyPage(() => import('@/features/shop/ListPage'), 'shop', 'common')
const ShopGoods = lazyPage(() => import('@/features/shop/GoodsPage'), 'shop', 'common')
const ShopCart = lazyPage(() => import('@/features/shop/CartPage'), 'shop', 'common')
const ShopCheckout = lazyPage(
  () => import('@/features/shop/order/CheckoutPage'),
  'shop',
  'shopOrder',
  'shopMoney',
  'shopMore',
  'address',
  'common',
)
const ShopPay = lazyPage(
  () => import('@/features/shop/order/PayPage'),
  'shop',
  'shopOrder',
  'shopPay',
  'common',
)
const ShopCoupons = lazyPage(
  () => import('@/features/shop/coupons/CentrePage'),
  'shop',
  'shopMoney',
  'common',
)
const trial = sitePage('trial', () => import('@/features/public/trial/TrialPage'), 'common')

/** The pages that a rule of the site can name. */
const RULE_PAGES: Readonly<Record<SitePage, typeof home>> = {
  home,
  platform,
  cases,
  customs,
  assistant,
  about,
  help,
  trial,
}

const NotFound = lazyPage(() => import('@/features/public/NotFoundPage'), 'common')
const Denied = lazyPage(() => import('@/features/public/DeniedPage'), 'common')
const Unsubscribe = lazyPage(() => import('@/features/public/UnsubscribePage'), 'common')
const MemberArea = lazyPage(() => import('./MemberArea'), 'common')

/** Requested before the router starts: the page that most people see first. */
export const preloadHome = home.preload

/** The same for the shop: its script and words, while its data is asked for. */
export const preloadShop = (pathname: string): Promise<void> =>
  (/^\/shop\/goods\//.test(pathname)
    ? ShopGoods
    : pathname === '/shop' || pathname === '/'
      ? Shop
      : ShopList
  ).prefetch()

/** Scrolls to the top or to the address's anchor, and moves the keyboard focus there. */
function Top() {
  const { pathname, hash } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    else window.scrollTo(0, 0)
    if (before.current === pathname) return
    before.current = pathname
    // The structured data that the node put into the first page.
    document.querySelectorAll('script[type="application/ld+json"]').forEach((script) => script.remove())
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, hash])
  return null
}

/** Lets the HTTP client navigate. */
function Ways() {
  const navigate = useNavigate()
  useEffect(() => onMemberLeave((path) => void navigate(path, { replace: true })), [navigate])
  return null
}

/** What a rule puts at an address that is none of the fixed ones. */
function RulePage() {
  const { known, rules } = useSnapshot(member)
  const { pathname } = useLocation()
  const page = siteRoute(rules, pathname)
  if (!page) return known ? <Navigate to="/404" replace /> : <Block inside />
  const { Page } = RULE_PAGES[page]
  return <Page />
}

/** What the owner has put at the site's address. */
function Index() {
  const { homePage } = useSnapshot(site)
  return homePage === 'shop' ? <Shop /> : <home.Page />
}

function SiteRoutes() {
  return useRoutes([
    {
      element: <SiteFrame waiting={<Block inside />} />,
      children: [
        { index: true, element: <Index /> },
        { path: 'solutions/:slug', element: <Article key="solution" /> },
        { path: 'cases/:slug', element: <Article key="case" /> },
        { path: 'about/:slug', element: <Article key="about" /> },
        { path: 'help/:slug', element: <Article key="help" /> },
        { path: 'customs/guide/:slug', element: <Article key="customs" /> },
        { path: 'preview', element: <Preview /> },
        { path: 'platform/company/:id', element: <PlatformCompany /> },
        { path: 'platform', element: <platform.Page /> },
        { path: 'industries/:trade', element: <industry.Page /> },
        { path: 'cases', element: <cases.Page /> },
        { path: 'customs', element: <customs.Page /> },
        { path: 'customs/:code', element: <customsCode.Page /> },
        { path: 'assistant', element: <assistant.Page /> },
        { path: 'about', element: <about.Page /> },
        { path: 'help', element: <help.Page /> },
        { path: 'shop/coupons', element: <ShopCoupons /> },
        { path: 'trial', element: <trial.Page /> },
        { path: 'shop', element: <Shop /> },
        { path: 'shop/list', element: <ShopList /> },
        { path: 'shop/goods/:id', element: <ShopGoods /> },
        { path: 'shop/cart', element: <ShopCart /> },
        { path: 'shop/checkout', element: <ShopCheckout /> },
        { path: 'shop/pay/:order_no', element: <ShopPay /> },
        { path: '*', element: <RulePage /> },
      ],
    },
    { path: 'user/*', element: <MemberArea /> },
    { path: '404', element: <NotFound /> },
    { path: '401', element: <Denied /> },
    { path: 'unsubscribe', element: <Unsubscribe /> },
    { path: `${ADMIN_BASE.slice(1)}/*`, element: <FullReload /> },
  ])
}

export function Site() {
  // The site's own block and bar take over from the first one.
  useEffect(hideSplash, [])
  useEffect(() => {
    applyTheme()
    // Without an answer the built-in name and texts stay; the member centre asks again for itself.
    if (!/^\/user\/(?!login$|guide$|iframe\/)/.test(location.pathname))
      startSite(false).catch(() => undefined)
  }, [])
  return (
    <BrowserRouter>
      <Top />
      <Ways />
      <Suspense fallback={<Block />}>
        <SiteRoutes />
      </Suspense>
    </BrowserRouter>
  )
}
