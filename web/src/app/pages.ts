import { createElement, type ComponentType } from 'react'
import { matchPath } from 'react-router'
import { GUIDE_TEXTS } from '@/features/guides/texts'
import { KINDS, type Direction } from '@/features/orders/kinds'
import { resourceAmong, prefetchSchemas } from '@/resource/schema/store'
import { JOBS, type Job } from '@/shared/guides'
import type { MenuRule } from '@/shared/session/store'
import { lazyPage, type LazyPage } from './lazyPage'
import { resourcePage } from './resourcePages'

export type PageComponent = ComponentType

/** A page below a rule's own; `needs` are the buttons of the rule that lead to it, any of them; without it all may see it. */
export interface InnerPage {
  path: string
  needs?: readonly string[]
  Component: PageComponent
}

export interface Page {
  Component: PageComponent
  /** Loads what it needs before it is drawn. */
  prefetch?: (search: URLSearchParams) => Promise<unknown>
  inner?: readonly InnerPage[]
}

const OrderList = lazyPage(
  () => import('@/features/orders/OrderListPage'),
  'orders',
  'orderSteps',
  'resource',
  'inventory',
  'dataExchange',
)
const TransferList = lazyPage(
  () => import('@/features/orders/transfer/TransferListPage'),
  'orders',
  'orderSteps',
  'transferOrders',
  'resource',
  'inventory',
  'dataExchange',
)
const OrderEditor = lazyPage(
  () => import('@/features/orders/OrderEditorPage'),
  'orders',
  'orderSteps',
  'transferOrders',
  'resource',
  'inventory',
  'orderForm',
  'scan',
)

const orders = (direction: Direction): Page => {
  const Editor: PageComponent = () => createElement(OrderEditor, { direction })
  const list = KINDS[direction].twoSided
    ? alone(TransferList)
    : {
        Component: () => createElement(OrderList, { key: direction, direction }),
        prefetch: OrderList.prefetch,
      }
  return {
    ...list,
    inner: [
      { path: 'create', needs: ['add'], Component: Editor },
      { path: 'edit/:orderId', needs: ['edit', 'add'], Component: Editor },
    ],
  }
}

/** One for each job: it brings the words that it quotes. */
const guides = JOBS.map((job): InnerPage => {
  const Guide = lazyPage<{ job: Job }>(
    () => import('@/features/guides/GuidePage'),
    'guides',
    ...GUIDE_TEXTS[job],
  )
  return { path: job, Component: () => createElement(Guide, { job }) }
})

const alone = (Component: LazyPage): Page => ({ Component, prefetch: Component.prefetch })

/** The pages of the app, by the name in a rule's component. */
const pages: Readonly<Record<string, Page>> = {
  dashboard: alone(lazyPage(() => import('@/features/dashboard/DashboardPage'), 'dashboard')),
  ...Object.fromEntries(Object.values(KINDS).map(({ page, direction }) => [page, orders(direction)])),
  'warehouse/clerk': alone(lazyPage(() => import('@/features/clerk/ClerkPage'), 'clerk', 'scan', 'orders')),
  'warehouse/transit': alone(
    lazyPage(
      () => import('@/features/orders/transfer/TransitPage'),
      'orders',
      'transferOrders',
      'resource',
      'dataExchange',
    ),
  ),
  'warehouse/inventory': alone(
    lazyPage(() => import('@/features/inventory/InventoryPage'), 'inventory', 'resource', 'dataExchange'),
  ),
  'warehouse/inventoryRecord': alone(
    lazyPage(
      () => import('@/features/inventory/InventoryRecordPage'),
      'inventory',
      'resource',
      'orders',
      'dataExchange',
    ),
  ),
  'warehouse/stockLevel': alone(
    lazyPage(() => import('@/features/inventory/StockLevelPage'), 'inventory', 'resource', 'dataExchange'),
  ),
  'warehouse/reservation': alone(
    lazyPage(
      () => import('@/features/inventory/ReservationPage'),
      'inventory',
      'resource',
      'orders',
      'dataExchange',
    ),
  ),
  'warehouse/batchHold': alone(
    lazyPage(() => import('@/features/inventory/BatchHoldPage'), 'inventory', 'resource', 'dataExchange'),
  ),
  'warehouse/batchTrace': alone(
    lazyPage(() => import('@/features/inventory/BatchTracePage'), 'inventory', 'resource', 'scan'),
  ),
  'warehouse/stockCount': alone(
    lazyPage(() => import('@/features/counts/CountPage'), 'counts', 'resource', 'dataExchange', 'scan'),
  ),
  'warehouse/monthClosing': alone(
    lazyPage(() => import('@/features/inventory/MonthClosingPage'), 'orderSteps', 'resource'),
  ),
  'routine/terminal': alone(lazyPage(() => import('@/features/terminal/TerminalPage'), 'terminal')),
  'shop/settings': alone(
    lazyPage(
      () => import('@/features/settings/ShopSettingsPage'),
      'settings',
      'resource',
      'widgets',
      'upload',
    ),
  ),
  'api/board': alone(lazyPage(() => import('@/features/apiLog/BoardPage'), 'apiLog')),
  'shop/dashboard': alone(
    lazyPage(() => import('@/features/shop/office/DashboardPage'), 'shopOffice', 'shopDesk', 'shopState'),
  ),
  'shop/order/exception': alone(
    lazyPage(
      () => import('@/features/shop/office/ExceptionPage'),
      'shopOffice',
      'shopState',
      'shopPay',
      'resource',
      'dataExchange',
    ),
  ),
  'shop/match': alone(lazyPage(() => import('@/features/shop/pay/MatchPage'), 'shopPay')),
  'shop/order/order': alone(
    lazyPage(
      () => import('@/features/shop/office/OrderListPage'),
      'shopOffice',
      'shopDesk',
      'shopState',
      'shopPay',
      'resource',
      'address',
      'upload',
    ),
  ),
  'shop/order/export': alone(
    lazyPage(() => import('@/features/shop/office/ExportPage'), 'shopDesk', 'resource'),
  ),
  'shop/order/refund': alone(
    lazyPage(
      () => import('@/features/shop/office/RefundListPage'),
      'shopOffice',
      'shopDesk',
      'shopState',
      'resource',
      'dataExchange',
      'upload',
    ),
  ),
  'notification/index': alone(
    lazyPage(() => import('@/features/notifications/NotificationPage'), 'notifications', 'resource'),
  ),
  'shop/notify/notify': alone(
    lazyPage(() => import('@/features/notifications/ShopNotifyPage'), 'notifications', 'resource'),
  ),
  'auth/why': alone(lazyPage(() => import('@/features/permissions/WhyPage'), 'why')),
  guide: {
    ...alone(lazyPage(() => import('@/features/guides/GuideListPage'), 'guides')),
    inner: guides,
  },
  'routine/adminInfo': alone(
    lazyPage(() => import('@/features/identity/ProfilePage'), 'identity', 'profile', 'upload', 'why'),
  ),
}
const known = new Map(Object.entries(pages).map(([name, page]) => [name.toLowerCase(), page]))

/** `/src/views/backend/warehouse/product/index.vue` names the page `warehouse/product`. */
function viewName(component: string): string {
  return component
    .replace(/^\/?src\/views\/backend\//, '')
    .replace(/\.vue$/, '')
    .replace(/\/index$/, '')
    .toLowerCase()
}

const drawn = new Map<string, Page>()
/** The page of a declared resource: drawn from its declaration, unless it has one of its own. */
function ofResource(view: string): Page | undefined {
  if (!RESOURCE.test(view)) return undefined
  const before = drawn.get(view)
  if (before) return before
  const { load, texts } = resourcePage(view)
  const Records = lazyPage(load, ...texts)
  const page: Page = {
    Component: () => createElement(Records, { name: view }),
    prefetch: async (search) => {
      const [{ prefetch }, resources] = await Promise.all([load(), prefetchSchemas(), Records.prefetch()])
      const resource = resourceAmong(resources, view)
      if (resource) await prefetch?.(resource, search)
    },
  }
  drawn.set(view, page)
  return page
}

const RESOURCE = /^\w+(\/\w+){1,2}$/

/**
 * Whether there may be a page at this path for anybody. Pages of resources are made at run time, and the node does not
 * name those that the user may not see, so every path of their form counts.
 */
export function mayBePage(path: string): boolean {
  const view = path.replace(/\/+$/, '').toLowerCase()
  if (RESOURCE.test(view) || known.has(view) || known.has(`${view}/index`)) return true
  return [...known].some(([name, page]) =>
    page.inner?.some((inner) => matchPath(`/${name}/${inner.path}`, `/${view}`) !== null),
  )
}

/** The page of a rule, by its component. */
export function pageOf(rule: Pick<MenuRule, 'component' | 'name'>): Page | undefined {
  const view = viewName(rule.component ?? '')
  return known.get(view) ?? known.get(`${view}/index`) ?? ofResource(view)
}
