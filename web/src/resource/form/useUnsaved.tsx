import { Modal } from '@arco-design/web-react'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

/** Asks before what was typed is lost: by closing, by another page, by leaving the site. */
export function useUnsaved(dirty: boolean): (leave: () => void) => void {
  const { t } = useTranslation()
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
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state === 'blocked') ask(blocker.proceed, blocker.reset)
  }, [blocker, ask])
  useEffect(() => {
    if (!dirty) return
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [dirty])
  return useCallback((leave) => (dirty ? ask(leave) : leave()), [dirty, ask])
}
