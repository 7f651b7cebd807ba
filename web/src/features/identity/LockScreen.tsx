import { Alert, Button, Input } from '@arco-design/web-react'
import { IconLock } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { ADMIN_BASE } from '@/shared/base'
import { useTitle } from '@/shared/hooks/useTitle'
import { lock, setLock } from '@/shared/session/lock'
import { clearSession } from '@/shared/session/store'
import { Brand } from '@/shared/ui/Page'
import { UserAvatar } from '@/shared/ui/UserAvatar'
import classes from './lock.module.css'
import { useSignIn } from './useSignIn'

const two = (value: number): string => String(value).padStart(2, '0')

/** Over everything until the same person gives the password to the server again. */
export default function LockScreen() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { who } = useSnapshot(lock)
  const [password, setPassword] = useState('')
  const [now, setNow] = useState(() => new Date())
  const { submit, busy, problem, wait, dialog } = useSignIn(() => setPassword(''))
  useTitle(t('lock.title'))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (!who) return null
  const other = (): void => {
    setLock(null)
    clearSession()
    void navigate(`${ADMIN_BASE}/login`)
  }
  return (
    <div className={classes.lock} role="dialog" aria-modal="true" aria-label={t('lock.title')}>
      <Brand />
      <div className={classes.clock}>
        <time>{`${two(now.getHours())}:${two(now.getMinutes())}`}</time>
        <span>
          {now.toLocaleDateString(i18n.language, { weekday: 'long', month: 'long', day: 'numeric' })}
        </span>
      </div>
      <form
        className={classes.card}
        onSubmit={(event) => {
          event.preventDefault()
          if (password) submit({ username: who.username, password, keep: who.keep })
        }}
      >
        <UserAvatar of={who} size={64} />
        <strong>{who.nickname}</strong>
        <input type="hidden" name="username" value={who.username} autoComplete="username" />
        <Input.Password
          autoFocus
          size="large"
          prefix={<IconLock />}
          name="password"
          autoComplete="current-password"
          aria-label={t('login.password')}
          placeholder={t('lock.password')}
          value={password}
          onChange={setPassword}
        />
        {problem && <Alert type="error" content={problem} />}
        <Button type="primary" size="large" long htmlType="submit" loading={busy} disabled={wait > 0}>
          {t('lock.open')}
        </Button>
        <Button type="text" onClick={other}>
          {t('lock.other')}
        </Button>
      </form>
      {dialog}
    </div>
  )
}
