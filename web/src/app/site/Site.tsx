import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { onMemberLeave, startSite } from '@/shared/http/member'
import { ADMIN_BASE } from '@/shared/base'
import { Outside } from '../Outside'
import { SiteFrame } from '@/features/public/layout/SiteFrame'
import HomePage from '@/features/public/pages/HomePage'
import { Block } from './Block'
import { speak } from './i18n'
import { MemberArea } from './MemberArea'

const Platform = lazy(() => import('@/features/public/pages/PlatformPage'))
const Industry = lazy(() => import('@/features/public/pages/IndustryPage'))
const Cases = lazy(() => import('@/features/public/pages/CasesPage'))
const Customs = lazy(() => import('@/features/public/pages/CustomsPage'))
const Assistant = lazy(() => import('@/features/public/pages/AssistantPage'))
const About = lazy(() => import('@/features/public/pages/AboutPage'))
const Help = lazy(() => import('@/features/public/pages/HelpPage'))
const Trial = lazy(() => import('@/features/public/trial/TrialPage'))
const NotFound = lazy(() => import('@/features/public/NotFoundPage'))
const Denied = lazy(() => import('@/features/public/DeniedPage'))

/** Pages begin at their top, unless the address names a place in them. */
function Top() {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [pathname, hash])
  return null
}

/** The client, which lives below the router, may send people elsewhere. */
function Ways() {
  const navigate = useNavigate()
  useEffect(() => onMemberLeave((path) => void navigate(path, { replace: true })), [navigate])
  return null
}

export function Site() {
  useEffect(() => {
    // Without an answer the built-in name and texts stay; the member centre asks again for itself.
    if (!location.pathname.startsWith('/user/') || location.pathname === '/user/login')
      startSite(false).catch(() => undefined)
  }, [])
  return (
    <BrowserRouter>
      <Top />
      <Ways />
      <Suspense fallback={<Block />}>
        <Routes>
          <Route path="user/*" element={<MemberArea />} />
          <Route element={<SiteFrame speak={speak} waiting={<Block inside />} />}>
            <Route index element={<HomePage />} />
            <Route path="platform" element={<Platform />} />
            <Route path="industries/:trade" element={<Industry />} />
            <Route path="cases" element={<Cases />} />
            <Route path="customs" element={<Customs />} />
            <Route path="assistant" element={<Assistant />} />
            <Route path="about" element={<About />} />
            <Route path="help" element={<Help />} />
            <Route path="trial" element={<Trial />} />
          </Route>
          <Route path="404" element={<NotFound />} />
          <Route path="401" element={<Denied />} />
          <Route path={`${ADMIN_BASE.slice(1)}/*`} element={<Outside />} />
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  )
}
