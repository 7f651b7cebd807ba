import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import classes from './member.module.css'

interface Props {
  icon: ReactNode
  label: string
  onClick: () => void
}

/** A round button of the head, named for who hovers and for who listens. */
export function ToolButton({ icon, label, onClick }: Props) {
  return (
    <Button
      className={classes.tool}
      type="text"
      shape="circle"
      icon={icon}
      aria-label={label}
      title={label}
      onClick={onClick}
    />
  )
}
