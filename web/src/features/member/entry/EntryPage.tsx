import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTitle } from '@/shared/hooks/useTitle'
import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import { member } from '@/shared/session/member'
import { Entrance } from '@/shared/ui/Entrance'
import { Brand, Problem, Waiting } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { SiteTools } from '../SiteTools'
import { channelsOf } from '../useCode'
import { Gains } from './Gains'
import { LoginForm } from './LoginForm'
import { RegisterForm } from './RegisterForm'
import { RetrieveForm } from './RetrieveForm'
import classes from './entry.module.css'

type Tab = 'login' | 'register' | 'retrieve'
const TABS: readonly Tab[] = ['login', 'register', 'retrieve']

export type CheckIn = Schema<'CheckInForm'>

/** Only ways into the member centre and the shop; anything else would be a door for others. */
const safe = (wanted: string | null): string =>
  wanted && /^\/(user|shop)(\/|\?|$)/.test(wanted) && !wanted.startsWith('/user/login') ? wanted : '/user'

/** Sign in, register and set a forgotten password, on one page. */
export default function EntryPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const tab = TABS.find((one) => one === search.get('type')) ?? 'login'
  const [signed] = useState(() => member.token !== '')
  const target = safe(search.get('to'))
  const form = useFetched('checkIn', () => memberHttp.get('/api/user/checkIn'))
  useTitle(t('title.userLogin'))
  if (signed) return <Navigate to={target} replace />
  const way = (type: Tab): string => {
    const next = new URLSearchParams(search)
    next.set('type', type)
    return `/user/login?${next.toString()}`
  }
  const arrived = (): void => void navigate(target, { replace: true })
  return (
    <Entrance title={t('member.side.title')} gains={<Gains />} note={t('member.side.note')}>
      <div className={classes.main}>
        <header className={classes.head}>
          <RouteLink to="/">
            <Brand />
          </RouteLink>
          <span className={classes.tools}>
            <SiteTools />
          </span>
        </header>
        <main className={classes.door}>
          <h1>{t(`member.entry.${tab}`)}</h1>
          <p>{t(`member.entry.${tab}Hint`)}</p>
          <nav className={classes.tabs} aria-label={t('member.entry.ways')}>
            {TABS.map((one) => (
              <RouteLink key={one} to={way(one)} replace aria-current={one === tab ? 'page' : undefined}>
                {t(`member.entry.${one}`)}
              </RouteLink>
            ))}
          </nav>
          {form.error && !form.data ? (
            <Problem error={form.error} retry={form.reload} toMember />
          ) : !form.data ? (
            <Waiting rows={4} />
          ) : tab === 'login' ? (
            <LoginForm captcha={form.data.userLoginCaptchaSwitch} done={arrived} />
          ) : tab === 'register' ? (
            <RegisterForm
              ways={channelsOf(form.data.accountVerificationType)}
              byName={form.data.registrationByName}
              captcha={form.data.userLoginCaptchaSwitch}
              done={arrived}
            />
          ) : (
            <RetrieveForm
              ways={channelsOf(form.data.accountVerificationType)}
              done={() => void navigate(way('login'), { replace: true })}
            />
          )}
        </main>
      </div>
    </Entrance>
  )
}
