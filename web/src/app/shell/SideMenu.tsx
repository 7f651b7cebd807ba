import { Menu } from '@arco-design/web-react'
import { IconLaunch } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { preferences } from '@/shared/preferences/store'
import type { MenuRule } from '@/shared/session/store'
import { useGo } from '../routing/useGo'
import { ruleIcon } from '@/shared/ui/icons/ruleIcon'
import classes from './shell.module.css'

/** Items of a menu, whichever way it lies. */
export function menuItems(rules: readonly MenuRule[]): ReactNode {
  return rules.map((rule) =>
    rule.type === 'menu_dir' ? (
      <Menu.SubMenu
        key={rule.name}
        title={
          <>
            {ruleIcon(rule.icon, rule.name)}
            {rule.title}
          </>
        }
      >
        {menuItems(rule.children ?? [])}
      </Menu.SubMenu>
    ) : (
      <Menu.Item key={rule.name}>
        {ruleIcon(rule.icon, rule.name)}
        {rule.title}
        {rule.menu_type === 'link' && <IconLaunch className="menu-away" />}
      </Menu.Item>
    ),
  )
}

export function ruleNamed(rules: readonly MenuRule[], name: string): MenuRule | undefined {
  for (const rule of rules) {
    const found = rule.name === name ? rule : ruleNamed(rule.children ?? [], name)
    if (found) return found
  }
  return undefined
}

/** Names of the directories above a page. */
export function above(rules: readonly MenuRule[], name: string | undefined): string[] {
  for (const rule of rules) {
    if (rule.name === name) return []
    if (rule.children && ruleNamed(rule.children, name ?? ''))
      return [rule.name, ...above(rule.children, name)]
  }
  return []
}

/** A directory has opened by then. */
const OPENED_MS = 260

interface Props {
  rules: readonly MenuRule[]
  current: string | undefined
  collapsed: boolean
  chosen?: () => void
}

export function SideMenu({ rules, current, collapsed, chosen }: Props) {
  const go = useGo()
  const { accordion } = useSnapshot(preferences)
  const [open, setOpen] = useState<string[]>(() => above(rules, current))
  useEffect(() => {
    const needed = above(rules, current)
    setOpen((old) => (accordion ? needed : [...new Set([...old, ...needed])]))
  }, [rules, current, accordion])
  // Scroll the current item into view.
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(
      () =>
        menu.current
          ?.querySelector('.arco-menu-item.arco-menu-selected')
          ?.scrollIntoView({ block: 'nearest' }),
      OPENED_MS,
    )
    return () => clearTimeout(timer)
  }, [current])
  return (
    <div className={classes.menu} ref={menu}>
      <Menu
        collapse={collapsed}
        accordion={accordion}
        selectedKeys={current ? [current] : []}
        openKeys={open}
        onClickSubMenu={(_key, keys) => setOpen(keys)}
        onClickMenuItem={(name) => {
          chosen?.()
          const rule = ruleNamed(rules, name)
          if (rule) go(rule)
        }}
      >
        {menuItems(rules)}
      </Menu>
    </div>
  )
}
