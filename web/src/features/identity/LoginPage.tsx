import { Alert, Button, Checkbox, Form, Input } from '@arco-design/web-react'
import {
  IconCheckCircle,
  IconLanguage,
  IconLock,
  IconMoon,
  IconSun,
  IconUser,
} from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { ADMIN_BASE } from '@/shared/base'
import { useTitle } from '@/shared/hooks/useTitle'
import { setLanguage } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import { session } from '@/shared/session/store'
import { Entrance } from '@/shared/ui/Entrance'
import { Brand } from '@/shared/ui/Page'
import classes from './login.module.css'
import { useSignIn } from './useSignIn'

interface Values {
  username: string
  password: string
  keep: boolean
}

/** Only ways into our own back office; anything else would be a door for others. */
function safe(wanted: string | null): string {
  const inside = wanted && (wanted === ADMIN_BASE || /^[/?]/.test(wanted.slice(ADMIN_BASE.length)))
  const login = `${ADMIN_BASE}/login`
  return inside && wanted.startsWith(ADMIN_BASE) && !wanted.startsWith(login) ? wanted : ADMIN_BASE
}

export default function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { dark } = useSnapshot(preferences)
  const [signed] = useState(() => session.token !== '')
  const target = safe(search.get('redirect'))
  const { submit, busy, problem, wait, dialog } = useSignIn(() => void navigate(target, { replace: true }))
  useTitle(t('title.adminLogin'))
  if (signed) return <Navigate to={target} replace />

  const switchLanguage = (): void => void setLanguage(preferences.language === 'en' ? 'zh-CN' : 'en')

  return (
    <Entrance
      title={t('app.tagline')}
      gains={
        <ul className={classes.gains}>
          {['point1', 'point2', 'point3'].map((point) => (
            <li key={point}>
              <IconCheckCircle /> {t(`login.${point}`)}
            </li>
          ))}
        </ul>
      }
    >
      <main className={classes.main}>
        <div className={classes.tools}>
          <Button
            type="text"
            shape="circle"
            icon={<IconLanguage />}
            aria-label={t('shell.language')}
            onClick={switchLanguage}
          />
          <Button
            type="text"
            shape="circle"
            icon={dark ? <IconSun /> : <IconMoon />}
            aria-label={t(dark ? 'shell.light' : 'shell.dark')}
            onClick={() => {
              preferences.dark = !dark
            }}
          />
        </div>
        <div className={classes.form}>
          <div className={classes.small}>
            <Brand />
          </div>
          <h1>{t('login.title')}</h1>
          <p>{t('login.subtitle')}</p>
          <Form<Values>
            layout="vertical"
            size="large"
            onSubmit={({ username, password, keep }) =>
              submit({ username: username.trim(), password, keep: keep ?? false })
            }
            initialValues={{ keep: true }}
            requiredSymbol={false}
          >
            <Form.Item
              field="username"
              label={t('login.username')}
              rules={[
                { required: true, message: t('login.usernameNeeded') },
                { minLength: 3, maxLength: 30, message: t('login.usernameRule') },
              ]}
            >
              <Input prefix={<IconUser />} autoComplete="username" autoFocus name="username" />
            </Form.Item>
            <Form.Item
              field="password"
              label={t('login.password')}
              rules={[
                { required: true, message: t('login.passwordNeeded') },
                { minLength: 6, maxLength: 32, message: t('login.passwordRule') },
              ]}
            >
              <Input.Password prefix={<IconLock />} autoComplete="current-password" name="password" />
            </Form.Item>
            <Form.Item field="keep" triggerPropName="checked">
              <Checkbox>{t('login.keep')}</Checkbox>
            </Form.Item>
            {problem && <Alert type="error" content={problem} className={classes.problem} />}
            <Button type="primary" htmlType="submit" long loading={busy} disabled={wait > 0}>
              {t('login.submit')}
            </Button>
          </Form>
          {dialog}
        </div>
      </main>
    </Entrance>
  )
}
