import { Avatar } from '@arco-design/web-react'
import { IconMan, IconWoman } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { faceUrl } from '@/shared/site/fileUrl'
import classes from './member.module.css'

/** Pages the app has; the server's menu says which of them a member gets, and in which order. */
const KNOWN = ['overview', 'profile', 'changePassword', 'integral', 'balance'] as const

/** Who one is, what one has, and where one may go. */
export function MemberAside({ chosen }: { chosen?: () => void }) {
  const { t } = useTranslation()
  const { info, menus } = useSnapshot(member)
  const paths = menus.flatMap((group) => group.children ?? []).map((rule) => rule.path)
  const pages = paths.flatMap((path) => KNOWN.filter((page) => path === `account/${page}`))
  if (!info) return null
  return (
    <>
      <section className={classes.person}>
        <Avatar size={72}>
          {faceUrl(info.avatar) ? <img src={faceUrl(info.avatar)} alt="" /> : info.nickname.slice(0, 1)}
        </Avatar>
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
        {pages.map((page) => (
          <NavLink key={page} to={`/user/account/${page}`} onClick={chosen}>
            {t(`member.account.${page}`)}
          </NavLink>
        ))}
      </nav>
    </>
  )
}
