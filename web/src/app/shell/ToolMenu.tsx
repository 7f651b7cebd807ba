import { Button, Dropdown, Menu } from '@arco-design/web-react'
import type { ReactNode } from 'react'

interface Props {
  label: string
  icon: ReactNode
  /** Keys and their words. */
  items: readonly (readonly [key: string, words: string])[]
  selected?: string
  choose: (key: string) => void
}

/** A round button of the header with a list below it. */
export function ToolMenu({ label, icon, items, selected, choose }: Props) {
  return (
    <Dropdown
      trigger="click"
      position="br"
      droplist={
        <Menu selectedKeys={selected === undefined ? [] : [selected]} onClickMenuItem={choose}>
          {items.map(([key, words]) => (
            <Menu.Item key={key}>{words}</Menu.Item>
          ))}
        </Menu>
      }
    >
      <Button type="text" shape="circle" icon={icon} aria-label={label} title={label} />
    </Dropdown>
  )
}
