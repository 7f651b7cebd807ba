import type { MenuRule } from '@/shared/session/store'

/** Pages under a heading of their own, in the order in which they are wanted. */
interface Section {
  /** Also the name of its entry. */
  key: string
  /** Key of its text. */
  title: string
  icon: string
  /** Names of rules: pages, and directories that go in whole. */
  rules?: readonly string[]
  within?: readonly Section[]
}

/**
 * The menu in the order of people's work. The server's rules stay as clients written for BuildAdmin know them; what an
 * administrator has put into a directory of their own stays there, and what no section names follows the sections.
 */
const SECTIONS: readonly Section[] = [
  {
    key: 'section/work',
    title: 'shell.sections.work',
    icon: 'list',
    rules: [
      'warehouse/clerk',
      'warehouse/inboundOrder',
      'warehouse/outboundOrder',
      'warehouse/transferOrder',
      'warehouse/transit',
      'warehouse/adjustmentOrder',
      'warehouse/stockCount',
    ],
  },
  {
    key: 'section/stock',
    title: 'shell.sections.stock',
    icon: 'storage',
    rules: [
      'warehouse/inventory',
      'warehouse/stockLevel',
      'warehouse/reservation',
      'warehouse/safetyStock',
      'warehouse/batchHold',
      'warehouse/batchTrace',
    ],
  },
  {
    key: 'section/masterData',
    title: 'shell.sections.masterData',
    icon: 'book',
    rules: [
      'warehouse/product',
      'warehouse/productCategory',
      'warehouse/brand',
      'warehouse/unit',
      'warehouse/productUnit',
      'warehouse/supplier',
      'warehouse/customer',
      'warehouse/carrier',
      'warehouse/warehouse',
      'warehouse/warehouseArea',
      'warehouse/warehouseShelf',
    ],
  },
  {
    key: 'section/reports',
    title: 'shell.sections.reports',
    icon: 'file',
    rules: ['warehouse/inventoryRecord', 'warehouse/monthClosing'],
  },
  {
    key: 'section/members',
    title: 'shell.sections.members',
    icon: 'user',
    rules: [
      'user/user',
      'shop/user/user',
      'user/group',
      'user/verifyPerson',
      'user/moneyLog',
      'shop/user/moneyLog',
      'user/scoreLog',
      'user/balanceRequest',
      'user/rule',
    ],
  },
  {
    key: 'section/companies',
    title: 'shell.sections.companies',
    icon: 'home',
    rules: ['company/company', 'company/companyUser', 'company/industry', 'expo/company', 'expo/expo'],
  },
  {
    key: 'section/website',
    title: 'shell.sections.website',
    icon: 'public',
    rules: [
      'site/article',
      'site/content',
      'site/message',
      'site/reply',
      'notice/announcement',
      'notice/read',
      'ads/ad',
      'ads/zone',
      'ads/day',
    ],
  },
  {
    key: 'section/people',
    title: 'shell.sections.people',
    icon: 'user-group',
    rules: ['auth/admin', 'auth/group', 'company/department', 'company/job', 'auth/why', 'auth/adminLog'],
  },
  {
    key: 'section/system',
    title: 'shell.sections.system',
    icon: 'settings',
    rules: [
      'routine/config',
      'company/dictionary',
      'company/dictionaryEntry',
      'routine/attachment',
      'auth/rule',
    ],
    within: [
      {
        key: 'section/tasks',
        title: 'shell.sections.tasks',
        icon: 'clock',
        rules: [
          'routine/dataImport',
          'routine/dataExport',
          'routine/transfer',
          'routine/exportTemplate',
          'routine/crontab',
          'routine/crontabLog',
        ],
      },
      {
        key: 'section/outside',
        title: 'shell.sections.outside',
        icon: 'email',
        rules: [
          'outside/mail',
          'outside/sms',
          'sms/template',
          'sms/log',
          'ding/config',
          'notice/type',
          'notice/item',
          'ding/template',
          'ding/variable',
          'ding/record',
          'event/webhook',
          'event/delivery',
        ],
      },
      {
        key: 'section/recovery',
        title: 'shell.sections.recovery',
        icon: 'history',
        rules: [
          'security/dataRecycleLog',
          'security/sensitiveDataLog',
          'security/dataRecycle',
          'security/sensitiveData',
        ],
      },
      {
        key: 'section/operation',
        title: 'shell.sections.operation',
        icon: 'tool',
        rules: [
          'security/backup',
          'routine/terminal',
          'api/key',
          'api/board',
          'api/log',
          'api/url',
          'api/config',
        ],
      },
    ],
  },
]

/** Pages that show the same rows as another: no entry where the other has one. They can be opened as before. */
const SAME_ROWS: Readonly<Record<string, string>> = {
  'shop/user/user': 'user/user',
  'shop/user/moneyLog': 'user/moneyLog',
  'shop/order/export': 'routine/dataExport',
  'shop/notify/notify': 'notification/index',
  'routine/transfer': 'routine/dataImport',
}
/** Reached from the menu of the account. */
const OWN = 'routine/adminInfo'
/** Stands before the sections. */
const FIRST = 'dashboard'
/** Directories that stand among the sections as they are, and the section that they follow. */
const FOLLOWS: Readonly<Record<string, string>> = {
  shop: 'section/reports',
  trade: 'section/companies',
}

const dirOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')))

function* all(rules: readonly MenuRule[]): Generator<MenuRule> {
  for (const rule of rules) {
    yield rule
    yield* all(rule.children ?? [])
  }
}

/** The menu rules in sections. Entries that only repeat another are kept out of the menu, but stay pages. */
export function sectioned(rules: readonly MenuRule[], textOf: (key: string) => string): MenuRule[] {
  const names = new Set([...all(rules)].filter(({ type }) => type === 'menu').map(({ name }) => name))
  const byName = new Map<string, MenuRule>()
  // Where the site has put them at its beginning: whatever has been moved since stays where it is.
  const collect = (within: readonly MenuRule[], dir: string): void => {
    for (const rule of within) {
      if (rule.type === 'menu' && dirOf(rule.name) === dir) byName.set(rule.name, rule)
      if (rule.type === 'menu_dir') collect(rule.children ?? [], rule.name)
    }
  }
  collect(rules, '')
  const taken = new Set<string>()
  const shownOnce = (rule: MenuRule): MenuRule => {
    const other = SAME_ROWS[rule.name]
    const repeats = rule.name === OWN || (other !== undefined && names.has(other))
    return repeats && (rule.extend ?? 'none') === 'none' ? { ...rule, extend: 'add_rules_only' } : rule
  }
  let id = 0
  const made = ({ key, title, icon, rules: wanted = [], within = [] }: Section): MenuRule => {
    id -= 1
    const own = id
    const pages = wanted.flatMap((name) => {
      const rule = byName.get(name)
      if (!rule) return []
      taken.add(name)
      return [shownOnce(rule)]
    })
    return {
      id: own,
      pid: 0,
      type: 'menu_dir',
      title: textOf(title),
      name: key,
      icon,
      children: [...pages, ...within.map(made)],
    }
  }
  const sections = SECTIONS.map(made)
  const rest = (within: readonly MenuRule[]): MenuRule[] =>
    within
      .filter((rule) => !taken.has(rule.name))
      .map((rule) => ({ ...shownOnce(rule), children: rest(rule.children ?? []) }))
  const left = rest(rules)
  const after = (key: string): MenuRule[] => left.filter(({ name }) => FOLLOWS[name] === key)
  return [
    ...left.filter(({ name }) => name === FIRST),
    ...sections.flatMap((section) => [section, ...after(section.name)]),
    ...left.filter(({ name }) => name !== FIRST && FOLLOWS[name] === undefined),
  ]
}
