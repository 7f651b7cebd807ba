import type { ComponentType } from 'react'
import type { Resource } from '@/resource/schema/types'

/** Loads what a page shows first. */
type Prefetch = (resource: Resource, search: URLSearchParams) => Promise<void>

/** A page of the back office that shows a declared resource. */
export interface ResourcePageEntry {
  load: () => Promise<{ default: ComponentType<{ name: string }>; prefetch?: Prefetch }>
  /** Groups of words that it needs. */
  texts: readonly string[]
}

/** Any declared resource; the page gets its menu rule's name (or its controller) as `name`. */
export const anyResource: ResourcePageEntry = {
  load: () => import('@/features/records/RecordsPage'),
  texts: ['resource'],
}

const entry = (load: ResourcePageEntry['load'], ...texts: string[]): ResourcePageEntry => ({
  load,
  texts: ['resource', ...texts],
})
const groups = entry(() => import('@/features/permissions/GroupPage'), 'permissions')
const rules = entry(() => import('@/features/permissions/RulePage'), 'permissions')
const balances = entry(() => import('@/features/balances/BalancePage'), 'balances')
const exchange = entry(() => import('@/features/dataExchange/DataExchangePage'), 'dataExchange')
const watched = entry(() => import('@/features/security/RulesPage'), 'security')

const shopRows = entry(
  () => import('@/features/shopAdmin/ShopRowsPage'),
  'shopAdmin',
  'shopDesk',
  'widgets',
  'upload',
)

/** Resources with a page of their own, by their menu rule's name in lower case. */
const own: Readonly<Record<string, ResourcePageEntry>> = {
  'auth/admin': entry(() => import('@/features/permissions/AdminPage'), 'permissions', 'why'),
  'api/key': entry(() => import('@/features/apiKeys/KeyPage'), 'apiKeys'),
  'auth/adminlog': entry(() => import('@/features/permissions/LogPage'), 'log'),
  'auth/group': groups,
  'user/group': groups,
  'auth/rule': rules,
  'user/rule': rules,
  'user/user': entry(() => import('@/features/balances/MemberPage'), 'balances'),
  'user/moneylog': balances,
  'user/scorelog': balances,
  'user/balancerequest': entry(() => import('@/features/balances/BalanceRequestPage'), 'balances'),
  'shop/user/user': entry(() => import('@/features/balances/ShopMemberPage'), 'balances'),
  'shop/user/moneylog': balances,
  'shop/order/evaluation': entry(() => import('@/features/shop/office/EvaluationPage'), 'shopDesk'),
  'trade/hscode': entry(() => import('@/features/trade/HsCodePage'), 'trade'),
  'trade/declaration': entry(() => import('@/features/trade/DeclarationPage'), 'trade', 'widgets', 'upload'),
  'trade/hsstatus': entry(() => import('@/features/trade/StatusPage'), 'trade'),
  'expo/company': entry(() => import('@/features/expo/CompanyPage'), 'expo', 'widgets', 'upload'),
  'ads/ad': entry(() => import('@/features/ads/AdPage'), 'ads', 'widgets', 'upload'),
  'ads/zone': entry(() => import('@/features/ads/ZonePage'), 'ads', 'widgets', 'upload'),
  'ads/day': entry(() => import('@/features/ads/DayPage'), 'ads'),
  'site/message': entry(() => import('@/features/board/MessagePage'), 'board'),
  'user/verifyperson': entry(() => import('@/features/people/VerifyPersonPage'), 'people'),
  'notice/announcement': entry(
    () => import('@/features/people/AnnouncementPage'),
    'people',
    'widgets',
    'upload',
  ),
  'site/article': entry(
    () => import('@/features/content/ArticlePage'),
    'content',
    'site',
    'widgets',
    'upload',
  ),
  'site/content': entry(
    () => import('@/features/content/ContentPage'),
    'content',
    'site',
    'widgets',
    'upload',
  ),
  ...Object.fromEntries(
    [
      'goods/goods',
      'goods/paramstemplate',
      'goods/spectemplate',
      'advert/banner',
      'advert/hotrecommend',
      'delivery/template',
      'marketing/coupon',
      'marketing/rechargeorder',
    ].map((page) => [`shop/${page}`, shopRows]),
  ),
  'api/config': entry(() => import('@/features/apiLog/ConfigPage'), 'apiLog'),
  'routine/config': entry(() => import('@/features/settings/SettingsPage'), 'settings'),
  'routine/attachment': entry(() => import('@/features/attachments/AttachmentPage'), 'attachments', 'upload'),
  'routine/crontab': entry(() => import('@/features/crontab/CrontabPage'), 'crontab'),
  'routine/crontablog': entry(() => import('@/features/crontab/CrontabLogPage'), 'crontab'),
  'routine/exporttemplate': entry(() => import('@/features/crontab/ExportTemplatePage'), 'crontab'),
  'routine/transfer': exchange,
  'routine/dataexport': exchange,
  'routine/dataimport': exchange,
  'security/backup': entry(() => import('@/features/security/BackupPage'), 'security'),
  'security/datarecycle': watched,
  'security/sensitivedata': watched,
  'security/datarecyclelog': entry(() => import('@/features/security/RecycleLogPage'), 'security'),
  'security/sensitivedatalog': entry(() => import('@/features/security/SensitiveLogPage'), 'security'),
}

/** The page of a menu rule or controller; `anyResource` if it has none of its own. */
export function resourcePage(name: string): ResourcePageEntry {
  return own[name.replaceAll('.', '/').toLowerCase()] ?? anyResource
}
