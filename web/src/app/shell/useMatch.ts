import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { session } from '@/shared/session/store'
import { pageOf } from '../pages'
import { adminPath } from '../routing/paths'
import { entries, type Entry } from '../routing/rules'

/** Pages that every logged-in administrator has. */
const OWN = ['routine/adminInfo', 'auth/why'] as const

/** All pages of the logged-in administrator. */
export function useEntries(): readonly Entry[] {
  const { menus } = useSnapshot(session)
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
