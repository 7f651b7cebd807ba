import { createElement, type ComponentType } from 'react'
import type { Direction } from '@/features/orders/model'
import { lazyPage } from './lazyPage'

const Records = lazyPage(() => import('@/features/records/RecordsPage'), 'resource')
const OrderList = lazyPage(() => import('@/features/orders/OrderListPage'), 'orders', 'resource', 'inventory')
const OrderEditor = lazyPage(() => import('@/features/orders/OrderEditorPage'), 'orders', 'resource')

const records =
  (name: string): ComponentType =>
  () =>
    createElement(Records, { name })
const orders =
  (direction: Direction): ComponentType =>
  () =>
    createElement(OrderList, { key: direction, direction })
const editor =
  (direction: Direction): ComponentType =>
  () =>
    createElement(OrderEditor, { direction })

/** Menu rule -> page. `needs` is the permission to be there; the tab is the rule's. */
export interface PageRoute {
  path: string
  rule: string
  needs?: string
  Component: ComponentType
}

const order = (rule: string, direction: Direction): PageRoute[] => {
  const edit = editor(direction)
  return [
    { path: rule, rule, Component: orders(direction) },
    { path: `${rule}/create`, rule, needs: `${rule}/add`, Component: edit },
    { path: `${rule}/edit/:orderId`, rule, needs: `${rule}/edit`, Component: edit },
  ]
}

export const pages: readonly PageRoute[] = [
  {
    path: 'dashboard',
    rule: 'dashboard',
    Component: lazyPage(() => import('@/features/dashboard/DashboardPage'), 'dashboard'),
  },
  ...order('warehouse/inboundOrder', 'inbound'),
  ...order('warehouse/outboundOrder', 'outbound'),
  {
    path: 'warehouse/inventory',
    rule: 'warehouse/inventory',
    Component: lazyPage(() => import('@/features/inventory/InventoryPage'), 'inventory', 'resource'),
  },
  {
    path: 'warehouse/inventoryRecord',
    rule: 'warehouse/inventoryRecord',
    Component: lazyPage(
      () => import('@/features/inventory/InventoryRecordPage'),
      'inventory',
      'resource',
      'orders',
    ),
  },
  ...['product', 'unit', 'warehouse', 'warehouseArea', 'warehouseShelf', 'supplier', 'customer'].map(
    (noun) => ({
      path: `warehouse/${noun}`,
      rule: `warehouse/${noun}`,
      Component: records(`warehouse/${noun}`),
    }),
  ),
  {
    path: 'notification/index',
    rule: 'notification/index',
    Component: lazyPage(() => import('@/features/notifications/NotificationPage'), 'notifications'),
  },
]
