import { Badge } from '@arco-design/web-react'
import { IconLaunch, IconMan, IconWoman } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { centreMenu } from '@/shared/session/memberRules'
import { badgeOf } from '@/shared/ui/badge'
import { MenuLink } from '@/shared/ui/MenuLink'
import { UserAvatar } from '@/shared/ui/UserAvatar'
import { hasShop } from './hasShop'
import classes from './member.module.css'

/** The signed-in member, their balances, and the member centre's menu. */
export function MemberAside({ chosen }: { chosen?: () => void }) {
  const { t } = useTranslation()
  const { info, menus, unread } = useSnapshot(member)
  const groups = centreMenu(menus)
  if (!info) return null
  return (
    <>
      <section className={classes.person}>
        <UserAvatar of={info} size={72} />
        <strong>
          {info.nickname}
          {info.gender === 1 && <IconMan aria-label={t('member.gender.male')} />}
          {info.gender === 2 && <IconWoman aria-label={t('member.gender.female')} />}
        </strong>
        <dl>
          <div>
            <dt>{t('member.integral')}</dt>
            <dd>{info.score}</dd>
          </div>
          <div>
            <dt>{t('member.balance')}</dt>
            <dd>{info.money}</dd>
          </div>
        </dl>
      </section>
      <nav className={classes.menu} aria-label={t('member.menu')}>
        {groups.map((group) => (
          <section key={group.id} aria-label={group.title}>
            {groups.length > 1 && <h2>{group.title}</h2>}
            {group.items.map(({ id, title, page, to, href }) =>
              to ? (
                <MenuLink key={id} to={to} onClick={chosen}>
                  {title}
                  {page === 'notifications' && <Badge text={badgeOf(unread)} />}
                </MenuLink>
              ) : (
                <a key={id} href={href} target="_blank" rel="noreferrer" onClick={chosen}>
                  {title}
                  <IconLaunch />
                </a>
              ),
            )}
          </section>
        ))}
        {hasShop(menus) && (
          <section>
            <MenuLink to="/shop" onClick={chosen}>
              {t('member.toShop')}
            </MenuLink>
          </section>
        )}
      </nav>
    </>
  )
}
