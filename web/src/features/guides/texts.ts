import type { Job } from '@/shared/guides'

/** Groups of texts whose words a guide quotes. */
export const GUIDE_TEXTS: Readonly<Record<Job, readonly string[]>> = {
  clerk: ['clerk'],
  manager: [
    'orders',
    'orderForm',
    'orderSteps',
    'transferOrders',
    'inventory',
    'counts',
    'resource',
    'dataExchange',
  ],
  owner: ['shopAdmin', 'shopDesk', 'shopOffice', 'settings'],
  member: ['shop', 'shopOrder'],
  operator: ['dashboard', 'settings', 'security', 'crontab'],
}
