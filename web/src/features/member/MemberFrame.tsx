import { Badge, Button, Drawer } from '@arco-design/web-react'
import {
  IconExport,
  IconHome,
  IconLanguage,
  IconMenu,
  IconMoon,
  IconNotification,
  IconSun,
} from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { useTitle } from '@/shared/hooks/useTitle'
import { memberHttp, startSite } from '@/shared/http/member'
import { speak } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import { forgetMember, member } from '@/shared/session/member'
import { Brand, Nothing } from '@/shared/ui/Page'
import { MemberAside } from './MemberAside'
import { holds } from './menu'
import { countUnread } from './notices'
import classes from './member.module.css'

/** The member centre: header, who one is with the menu, and the page. */
export default function MemberFrame() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { open, unread, menus } = useSnapshot(member)
  const { dark } = useSnapshot(preferences)
  const { pathname } = useLocation()
  const [drawer, setDrawer] = useState(false)
  const told = holds(menus, 'notifications')
  useEffect(() => {
    if (told) void countUnread()
  }, [told, pathname])
  useTitle(t('title.user'))
  /** The menu speaks in the server's words, so it is asked for anew. */
  const translate = (): void =>
    void speak(preferences.language === 'en' ? 'zh-CN' : 'en')
      .then(() => startSite(true))
      .catch(() => undefined)
  const leave = (): void => {
    const { refreshToken } = member
    memberHttp
      .post('/api/user/logout', { refreshToken })
      .catch(() => undefined)
      .finally(() => {
        forgetMember()
        void navigate('/user/login', { replace: true })
      })
  }
  return (
    <div className={classes.centre}>
      <header className={classes.head}>
        <Button
          className={classes.burger}
          type="text"
          icon={<IconMenu />}
          aria-label={t('site.nav.open')}
          onClick={() => setDrawer(true)}
        />
        <Link to="/" aria-label={t('member.home')}>
          <Brand />
        </Link>
        <span className={classes.tools}>
          {told && (
            <Badge count={unread} maxCount={99} className={classes.bell}>
              <Button
                type="text"
                shape="circle"
                icon={<IconNotification />}
                aria-label={t('member.unread', { count: unread })}
                onClick={() => void navigate('/user/account/notifications')}
              />
            </Badge>
          )}
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
            onClick={translate}
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
          <Button
            type="text"
            shape="circle"
            icon={<IconExport />}
            aria-label={t('member.logout')}
            onClick={leave}
          />
        </span>
      </header>
      <div className={classes.columns}>
        <aside className={classes.aside}>
          <MemberAside />
        </aside>
        <Drawer
          visible={drawer}
          placement="left"
          width={280}
          title={t('member.centre')}
          footer={null}
          onCancel={() => setDrawer(false)}
        >
          <MemberAside chosen={() => setDrawer(false)} />
        </Drawer>
        <div className={classes.content}>{open ? <Outlet /> : <Nothing text={t('member.closed')} />}</div>
      </div>
    </div>
  )
}
