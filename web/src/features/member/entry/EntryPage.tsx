import { Button, Tabs } from '@arco-design/web-react'
import { IconHome, IconLanguage, IconMoon, IconSun } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTitle } from '@/shared/hooks/useTitle'
import { memberHttp } from '@/shared/http/member'
import { speak } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import { member } from '@/shared/session/member'
import { Brand, Problem, Waiting } from '@/shared/ui/Page'
import classes from '../member.module.css'
import type { Channel } from '../useCode'
import { LoginForm } from './LoginForm'
import { RegisterForm } from './RegisterForm'
import { RetrieveForm } from './RetrieveForm'

type Tab = 'login' | 'register' | 'retrieve'
const TABS: readonly Tab[] = ['login', 'register', 'retrieve']

export interface CheckIn {
  userLoginCaptchaSwitch: boolean
  accountVerificationType: Channel[]
}

/** Only ways into the member centre; anything else would be a door for others. */
const safe = (wanted: string | null): string =>
  wanted && /^\/user(\/|\?|$)/.test(wanted) && !wanted.startsWith('/user/login') ? wanted : '/user'

/** Sign in, register and set a forgotten password, on one page. */
export default function EntryPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { dark } = useSnapshot(preferences)
  const wanted = search.get('type') as Tab | null
  const [tab, setTab] = useState<Tab>(wanted && TABS.includes(wanted) ? wanted : 'login')
  const [signed] = useState(() => member.token !== '')
  const target = safe(search.get('to'))
  const form = useFetched('checkIn', () => memberHttp.get<CheckIn>('/api/user/checkIn'))
  useTitle(t('title.userLogin'))
  if (signed) return <Navigate to={target} replace />
  const arrived = (): void => void navigate(target, { replace: true })
  return (
    <div className={classes.entry}>
      <header>
        <Brand />
        <span>
          <Button
            type="text"
            shape="circle"
            icon={<IconHome />}
            aria-label={t('member.home')}
            onClick={() => void navigate('/')}
          />
          <Button
            type="text"
            shape="circle"
            icon={<IconLanguage />}
            aria-label={t('site.nav.language')}
            onClick={() => void speak(preferences.language === 'en' ? 'zh-CN' : 'en')}
          />
          <Button
            type="text"
            shape="circle"
            icon={dark ? <IconSun /> : <IconMoon />}
            aria-label={t(dark ? 'site.nav.light' : 'site.nav.dark')}
            onClick={() => {
              preferences.dark = !dark
            }}
          />
        </span>
      </header>
      <main className={classes.door}>
        <h1>{t(`member.entry.${tab}`)}</h1>
        <p>{t(`member.entry.${tab}Hint`)}</p>
        <Tabs activeTab={tab} onChange={(key) => setTab(key as Tab)}>
          {TABS.map((one) => (
            <Tabs.TabPane key={one} title={t(`member.entry.${one}`)} />
          ))}
        </Tabs>
        {form.error && !form.data ? (
          <Problem error={form.error} retry={form.reload} />
        ) : !form.data ? (
          <Waiting rows={4} />
        ) : tab === 'login' ? (
          <LoginForm captcha={form.data.userLoginCaptchaSwitch} done={arrived} />
        ) : tab === 'register' ? (
          <RegisterForm ways={form.data.accountVerificationType} done={arrived} />
        ) : (
          <RetrieveForm ways={form.data.accountVerificationType} done={() => setTab('login')} />
        )}
      </main>
    </div>
  )
}
