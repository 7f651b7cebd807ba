import { centreMenu } from '@/shared/session/memberRules'

/** Where the centre's pages of the shop are. */
const SHOP_PAGES = '/user/shop/'

/** Whether the member's menu has pages of the shop. */
export const hasShop = (menus: Parameters<typeof centreMenu>[0]): boolean =>
  centreMenu(menus).some(({ items }) => items.some(({ to }) => to?.startsWith(SHOP_PAGES)))
