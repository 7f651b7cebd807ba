import { Badge, Button, Drawer } from '@arco-design/web-react'
import { IconExport, IconMenu, IconNotification } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { BottomBar } from '@/features/shop'
import { useTitle } from '@/shared/hooks/useTitle'
import { useMemberPermission } from '@/shared/hooks/useMemberPermission'
import { leaveMember, memberHttp, startSite } from '@/shared/http/member'
import { member } from '@/shared/session/member'
import { siteItems } from '@/shared/session/memberRules'
import { badgeOf } from '@/shared/ui/badge'
import { Brand, Nothing } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { hasShop } from './hasShop'
import { MemberAside } from './MemberAside'
import { countUnread } from './notices'
import { SiteTools } from './SiteTools'
import { ToolButton } from './ToolButton'
import { UserMenu } from './UserMenu'
import classes from './member.module.css'

/** In place of every page while the centre is closed. */
function Closed() {
  const { t } = useTranslation()
  useTitle(t('title.user'))
  return <Nothing text={t('member.closed')} />
}

/** The member centre: header, who one is with the menu, and the page. */
export default function MemberFrame() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { open, unread, rules, menus } = useSnapshot(member)
  const shops = hasShop(menus)
  const { pathname } = useLocation()
  const [drawer, setDrawer] = useState(false)
  const notified = useMemberPermission()('account/notifications')
  useEffect(() => {
    if (notified) void countUnread()
  }, [notified, pathname])
  /** The server translates the menu's titles, so load them again. */
  const translated = (): void => void startSite(true).catch(() => undefined)
  const leave = (): void => {
    const { refreshToken } = member
    memberHttp
      .post('/api/user/logout', { refreshToken })
      .catch(() => undefined)
      .finally(() => {
        leaveMember()
        void navigate('/user/login', { replace: true })
      })
  }
  return (
    <div className={classes.centre}>
      <header className={classes.head}>
        <Button
          className={`${classes.tool} ${classes.burger}`}
          type="text"
          icon={<IconMenu />}
          aria-label={t('site.nav.open')}
          onClick={() => setDrawer(true)}
        />
        <RouteLink to="/">
          <Brand />
        </RouteLink>
        <span className={classes.tools}>
          {notified && (
            <Badge text={badgeOf(unread)} className={classes.bell}>
              <ToolButton
                icon={<IconNotification />}
                label={t('member.unread', { count: unread })}
                onClick={() => void navigate('/user/account/notifications')}
              />
            </Badge>
          )}
          <UserMenu items={siteItems(rules, 'nav_user_menu')} />
          <SiteTools spoken={translated} />
          <ToolButton icon={<IconExport />} label={t('member.logout')} onClick={leave} />
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
        <div className={classes.content}>{open ? <Outlet /> : <Closed />}</div>
      </div>
      {shops && <BottomBar />}
    </div>
  )
}
