import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconLaunch, IconUser } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { spread, type ShownItem } from '@/shared/session/memberRules'
import classes from './member.module.css'

/** What the back office's rules add to the member's own menu; nothing where they add nothing. */
export function UserMenu({ items }: { items: readonly ShownItem[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const all = items.flatMap(spread)
  if (all.length === 0) return null
  const go = (key: string): void => {
    const chosen = all.find(({ id }) => String(id) === key)
    if (chosen?.to !== undefined) void navigate(chosen.to)
    else if (chosen?.href !== undefined) window.open(chosen.href, '_blank', 'noopener,noreferrer')
  }
  return (
    <Dropdown
      trigger="click"
      position="br"
      droplist={
        <Menu onClickMenuItem={go}>
          {all.map(({ id, title, href }) => (
            <Menu.Item key={String(id)}>
              {title} {href !== undefined && <IconLaunch />}
            </Menu.Item>
          ))}
        </Menu>
      }
    >
      <Button
        className={classes.tool}
        type="text"
        shape="circle"
        icon={<IconUser />}
        aria-label={t('member.userMenu')}
        title={t('member.userMenu')}
      />
    </Dropdown>
  )
}
