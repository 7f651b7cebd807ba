import { Menu } from '@arco-design/web-react'
import {
  IconApps,
  IconArchive,
  IconBook,
  IconDashboard,
  IconExport,
  IconFormula,
  IconHome,
  IconImport,
  IconList,
  IconNotification,
  IconStorage,
  IconTags,
  IconUser,
  IconUserGroup,
} from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { session, type MenuRule } from '@/shared/session/store'
import { visible } from './menus'

/** Icons by rule; the server's are names of fonts that are not shipped. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  dashboard: <IconDashboard />,
  warehouse: <IconStorage />,
  'warehouse/inboundOrder': <IconImport />,
  'warehouse/outboundOrder': <IconExport />,
  'warehouse/inventory': <IconArchive />,
  'warehouse/inventoryRecord': <IconBook />,
  'warehouse/product': <IconTags />,
  'warehouse/unit': <IconFormula />,
  'warehouse/warehouse': <IconHome />,
  'warehouse/warehouseArea': <IconApps />,
  'warehouse/warehouseShelf': <IconList />,
  'warehouse/supplier': <IconUserGroup />,
  'warehouse/customer': <IconUser />,
  'notification/index': <IconNotification />,
}

function items(rules: readonly MenuRule[]): ReactNode {
  return rules.map((rule) =>
    rule.type === 'menu_dir' ? (
      <Menu.SubMenu
        key={rule.name}
        title={
          <>
            {ICONS[rule.name] ?? <IconApps />}
            {rule.title}
          </>
        }
      >
        {items(rule.children ?? [])}
      </Menu.SubMenu>
    ) : (
      <Menu.Item key={rule.name}>
        {ICONS[rule.name] ?? <IconApps />}
        {rule.title}
      </Menu.Item>
    ),
  )
}

interface Props {
  current: string | undefined
  collapsed: boolean
  chosen?: () => void
}

export function SideMenu({ current, collapsed, chosen }: Props) {
  const navigate = useNavigate()
  const { menus } = useSnapshot(session)
  const shown = visible(menus as MenuRule[])
  return (
    <Menu
      collapse={collapsed}
      selectedKeys={current ? [current] : []}
      defaultOpenKeys={shown.filter((rule) => rule.type === 'menu_dir').map((rule) => rule.name)}
      onClickMenuItem={(name) => {
        chosen?.()
        void navigate(`/admin/${name}`)
      }}
    >
      {items(shown)}
    </Menu>
  )
}
