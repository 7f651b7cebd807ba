import { Message } from '@arco-design/web-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { MenuRule } from '@/shared/session/store'
import type { NavigationFailure } from './failures'
import { adminPath, iframePath } from './paths'
import { firstPage } from './rules'

/** Where a menu rule leads, or why nowhere. */
export function target(rule: MenuRule): { to: string } | { window: string } | { failure: NavigationFailure } {
  if (rule.type === 'menu_dir') {
    const first = firstPage(rule.children ?? [])
    return first ? target(first) : { failure: 'noChild' }
  }
  if (rule.type !== 'menu') return { failure: 'unknownType' }
  switch (rule.menu_type) {
    case 'link':
      return rule.url ? { window: rule.url } : { failure: 'invalid' }
    case 'iframe':
      return rule.url ? { to: iframePath(rule.url) } : { failure: 'invalid' }
    case 'tab':
    case null:
    case undefined:
      return { to: adminPath(rule.path || rule.name) }
    default:
      return { failure: 'unknownType' }
  }
}

/** Goes to a rule or an address, and says so when it does not get there. */
export function useGo(): (to: MenuRule | string) => void {
  const navigate = useNavigate()
  const { t } = useTranslation()
  return useCallback(
    (to: MenuRule | string) => {
      const fail = (failure: NavigationFailure): void => {
        Message.warning({ id: 'navigation', content: t(`navigation.${failure}`) })
      }
      const aim = typeof to === 'string' ? { to } : target(to)
      if ('failure' in aim) return fail(aim.failure)
      if ('window' in aim) {
        window.open(aim.window, '_blank', 'noopener,noreferrer')
        return
      }
      if (aim.to === location.pathname + location.search) return fail('same')
      // A guard that asks what becomes of unsaved work says itself what came of it.
      void navigate(aim.to)
    },
    [navigate, t],
  )
}
