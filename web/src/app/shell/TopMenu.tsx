import { Menu } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { MenuRule } from '@/shared/session/store'
import { useGo } from '../routing/useGo'
import { ruleIcon } from '@/shared/ui/icons/ruleIcon'
import { above, menuItems, ruleNamed } from './SideMenu'
import classes from './shell.module.css'

interface Props {
  rules: readonly MenuRule[]
  current: string | undefined
  /** Only the top level; the side menu shows the levels below. */
  flat: boolean
}

/** The menu lying across the top. */
export function TopMenu({ rules, current, flat }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const top = above(rules, current)[0] ?? current
  const selected = flat ? top : current
  return (
    <nav className={classes.across} aria-label={t('menu.main')}>
      <Menu
        mode="horizontal"
        ellipsis
        selectedKeys={selected ? [selected] : []}
        onClickMenuItem={(name) => {
          const rule = ruleNamed(rules, name)
          if (rule) go(rule)
        }}
      >
        {flat
          ? rules.map((rule) => (
              <Menu.Item key={rule.name}>
                {ruleIcon(rule.icon, rule.name)}
                {rule.title}
              </Menu.Item>
            ))
          : menuItems(rules)}
      </Menu>
    </nav>
  )
}
