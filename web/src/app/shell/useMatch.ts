import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { session, type MenuRule } from '@/shared/session/store'
import { pageOf } from '../pages'
import { sectioned } from '../routing/menuSections'
import { adminPath } from '../routing/paths'
import { entries, type Entry } from '../routing/rules'

/** The page of one's own account. */
export const OWN_PROFILE = 'routine/adminInfo'

/** Pages that every logged-in administrator has. */
const OWN = [OWN_PROFILE, 'notification/index', 'auth/why', 'guide'] as const

/** The menu of the logged-in administrator, in sections. */
export function useMenu(): readonly MenuRule[] {
  const { menus } = useSnapshot(session)
  const { t } = useTranslation()
  return useMemo(() => sectioned(menus, t), [menus, t])
}

/** All pages of the logged-in administrator. */
export function useEntries(menus: readonly MenuRule[]): readonly Entry[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const all = entries(menus)
    const own = OWN.filter((name) => !all.some((entry) => entry.name === name)).flatMap((name): Entry[] => {
      const page = pageOf({ name, component: name })
      return page
        ? [
            {
              name,
              title: t(`own.${name}`, { keySeparator: '.' }),
              trail: [],
              home: adminPath(name),
              keep: false,
              kind: 'page',
              page,
            },
          ]
        : []
    })
    return [...all, ...own]
  }, [menus, t])
}
