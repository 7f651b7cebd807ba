import type { SettingGroup } from './model'

/** A tab of the settings, as an owner looks for them. */
export interface SettingTab extends SettingGroup {
  /** The group of the server that new settings and the test mail belong to. */
  group: string
}

/** Settings of the group `basics` under the tab where they are looked for, in their order there. */
const BASICS: Readonly<Record<string, readonly string[]>> = {
  company: [
    'company_name',
    'company_address',
    'company_contact',
    'company_logo',
    'currency_code',
    'currency_symbol',
    'currency_place',
    'time_zone',
  ],
  site: ['site_name', 'home_page', 'shop_name', 'site_entries', 'record_number'],
  warehouse: ['product_no_pattern', 'count_recount_percent', 'count_recount_value'],
  members: ['member_registration', 'balance_day_limit', 'score_day_limit'],
  operators: ['version', 'no_access_ip', 'backend_entrance', 'admin_log_days', 'config_group'],
}
const TABS = Object.keys(BASICS)
/** Where settings of an administrator's own go, and those that a later program brings. */
const REST = 'site'
const OPERATORS = 'operators'
/** Groups of the server whose settings stand with the operators'. */
const WITH_OPERATORS = ['config_quick_entrance']

/**
 * The settings in tabs that an owner understands. The server's groups stay as clients written for BuildAdmin know them;
 * what is left of them, and groups that an administrator has made, are tabs of their own.
 */
export function settingTabs(groups: readonly SettingGroup[], titleOf: (key: string) => string): SettingTab[] {
  const basics = groups.find(({ name }) => name === 'basics')
  const named = new Set(Object.values(BASICS).flat())
  const own = (basics?.list ?? []).filter(({ name }) => !named.has(name))
  const operators = groups.filter(({ name }) => WITH_OPERATORS.includes(name)).flatMap(({ list }) => list)
  const tabs = TABS.map((name): SettingTab => {
    const wanted = BASICS[name] ?? []
    const list = wanted.flatMap((one) => basics?.list.filter((setting) => setting.name === one) ?? [])
    const further = name === REST ? own : name === OPERATORS ? operators : []
    return { name, group: 'basics', title: titleOf(name), list: [...list, ...further] }
  }).filter(({ list }) => list.length > 0)
  const others = groups
    .filter(({ name }) => name !== 'basics' && !WITH_OPERATORS.includes(name))
    .map((group): SettingTab => ({ ...group, group: group.name }))
  return [
    ...tabs.filter(({ name }) => name !== OPERATORS),
    ...others,
    ...tabs.filter(({ name }) => name === OPERATORS),
  ]
}
