import { Drawer } from '@arco-design/web-react'
import { Brand } from '@/shared/ui/Page'
import type { MenuRule } from '@/shared/session/store'
import classes from './shell.module.css'
import { SideMenu } from './SideMenu'

interface Props {
  open: boolean
  close: () => void
  rules: readonly MenuRule[]
  current: string | undefined
}

/** The menu of a narrow window. */
export default function MenuDrawer({ open, close, rules, current }: Props) {
  return (
    <Drawer
      visible={open}
      placement="left"
      width="min(300px, 85vw)"
      title={<Brand />}
      footer={null}
      onCancel={close}
      className={classes.drawer}
      wrapClassName="shell-dialog"
    >
      <SideMenu rules={rules} current={current} collapsed={false} chosen={close} />
    </Drawer>
  )
}
