import type { Values } from '@/resource/schema/types'

const OF_PAGE = ['path', 'icon', 'menu_type', 'url', 'component', 'keepalive', 'extend', 'no_login_valid']
const OF_DIRECTORY = ['icon']

/** Whether a rule of this kind has the field: a button leads nowhere, a link has no component. */
export function asksFor(field: string, values: Values): boolean {
  const { type, menu_type: menuType } = values
  if (!OF_PAGE.includes(field)) return true
  if (type === 'button') return false
  if (type === 'menu_dir') return OF_DIRECTORY.includes(field)
  const leadsOut = menuType === 'link' || menuType === 'iframe'
  if (field === 'url') return leadsOut
  if (field === 'component' || field === 'keepalive') return !leadsOut
  // Members' menus only; ordinary routes are always in a tab of their own.
  if (field === 'menu_type') return type !== 'route'
  if (field === 'no_login_valid') return type === 'route' || type === 'nav'
  return true
}
