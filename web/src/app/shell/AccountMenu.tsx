import { Button } from '@arco-design/web-react'
import {
  IconLock,
  IconPoweroff,
  IconQuestionCircle,
  IconSettings,
  IconUser,
} from '@arco-design/web-react/icon'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { lockScreen, signOut } from '@/features/identity'
import { session } from '@/shared/session/store'
import { UserAvatar } from '@/shared/ui/UserAvatar'
import { HeaderPopup } from '@/shared/ui/HeaderPopup'
import { LOGIN, adminPath } from '../routing/paths'
import { forgetTabs } from './tabs'
import classes from './account.module.css'

interface Props {
  wide: boolean
  settings: () => void
}

export function AccountMenu({ wide, settings }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { admin } = useSnapshot(session)
  const [open, setOpen] = useState(false)
  const leave = (): void => {
    forgetTabs()
    signOut()
      .catch(() => undefined)
      .finally(() => void navigate(LOGIN))
  }
  const item = (label: string, icon: ReactNode, run: () => void): ReactNode => (
    <Button
      type="text"
      long
      icon={icon}
      onClick={() => {
        setOpen(false)
        run()
      }}
    >
      {label}
    </Button>
  )
  return (
    <HeaderPopup
      open={open}
      onOpen={setOpen}
      popup={() => (
        <div className={classes.account}>
          <div className={classes.person}>
            {admin && <UserAvatar of={admin} size={44} />}
            <div>
              <strong>{admin?.nickname}</strong>
              <span>{admin?.username}</span>
            </div>
          </div>
          {admin?.last_login_time && (
            <p className={classes.last}>
              {t('shell.lastLogin')} <time>{admin.last_login_time}</time>
            </p>
          )}
          {item(
            t('own.routine/adminInfo'),
            <IconUser />,
            () => void navigate(adminPath('routine/adminInfo')),
          )}
          {item(t('own.guide'), <IconQuestionCircle />, () => void navigate(adminPath('guide')))}
          {!wide && item(t('shell.layout'), <IconSettings />, settings)}
          {item(t('lock.screen'), <IconLock />, () => void lockScreen())}
          {item(t('shell.logout'), <IconPoweroff />, leave)}
        </div>
      )}
    >
      <button
        type="button"
        className={classes.admin}
        data-testid="account"
        title={t('shell.account')}
        aria-label={wide ? undefined : t('shell.account')}
        aria-expanded={open}
      >
        <span className={classes.face} aria-hidden>
          {admin && <UserAvatar of={admin} size={28} />}
        </span>
        {wide && <span>{admin?.nickname}</span>}
      </button>
    </HeaderPopup>
  )
}
