import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'

interface Props {
  label: string
  icon: ReactNode
  onClick?: () => void
  pressed?: boolean
}

/** A round button of the header, with a tooltip and a label. */
export function Tool({ label, icon, onClick, pressed }: Props) {
  return (
    <Button
      type="text"
      shape="circle"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      icon={icon}
      onClick={onClick}
    />
  )
}
