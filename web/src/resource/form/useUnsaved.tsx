import { Message, Modal } from '@arco-design/web-react'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { usePageVisible } from '@/shared/hooks/usePageVisible'

/** Asks before unsaved input is lost: by closing, by another page, by leaving the site. */
export function useUnsaved(dirty: boolean | (() => boolean)): (leave: () => void) => void {
  const { t } = useTranslation()
  const latest = useRef(dirty)
  latest.current = dirty
  const isDirty = useCallback(
    () => (typeof latest.current === 'function' ? latest.current() : latest.current),
    [],
  )
  const ask = useCallback(
    (leave: () => void, stay?: () => void) =>
      void Modal.confirm({
        title: t('common.unsaved'),
        okText: t('common.leave'),
        cancelText: t('common.stay'),
        okButtonProps: { status: 'danger' },
        onOk: leave,
        onCancel: stay,
      }),
    [t],
  )
  // A page that is kept alive behind another tab is not left with that tab.
  const shown = usePageVisible()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      shown.now() && isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    ask(blocker.proceed, () => {
      blocker.reset()
      Message.warning({ id: 'navigation', content: t('navigation.intercepted') })
    })
  }, [blocker, ask, t])
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent): void => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isDirty])
  return useCallback((leave) => (isDirty() ? ask(leave) : leave()), [isDirty, ask])
}
