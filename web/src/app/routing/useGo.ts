import { Message } from '@arco-design/web-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { MenuRule } from '@/shared/session/store'
import type { NavigationFailure } from './failures'
import { adminPath, iframePath } from './paths'
import { firstPage } from './rules'

/** The path that a menu rule leads to, or why it leads nowhere. */
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

/** Navigates to a rule or an address, and shows a message if that fails. */
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
      // A guard for unsaved work shows its own question.
      void navigate(aim.to)
    },
    [navigate, t],
  )
}
