import { Trigger } from '@arco-design/web-react'
import type { ReactElement, ReactNode } from 'react'

interface HeaderPopupProps {
  open: boolean
  onOpen: (open: boolean) => void
  popup: () => ReactNode
  /** What opens it. */
  children: ReactElement
}

/** A popup below a button of the header. */
export function HeaderPopup({ open, onOpen, popup, children }: HeaderPopupProps) {
  return (
    <Trigger
      trigger="click"
      position="br"
      popupAlign={{ bottom: 8 }}
      popupVisible={open}
      onVisibleChange={onOpen}
      unmountOnExit
      popup={popup}
    >
      {children}
    </Trigger>
  )
}
