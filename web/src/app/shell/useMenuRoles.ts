import { useEffect, useRef, type RefObject } from 'react'

/** Arco's menus leave the headers of directories without a role; who listens needs one. */
export function useMenuRoles<T extends HTMLElement = HTMLDivElement>(): RefObject<T> {
  const box = useRef<T>(null)
  useEffect(() => {
    box.current
      ?.querySelectorAll('.arco-menu-inline-header, .arco-menu-pop-header')
      .forEach((header) => header.setAttribute('role', 'menuitem'))
  })
  return box
}
