import { Button, Message, Notification } from '@arco-design/web-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { live, liveStore, onNotification, type NotificationMessage } from '@/shared/live'
import { NotificationQueue } from '@/shared/live/queue'
import { useProblem } from '@/shared/hooks/useProblem'
import { chime, loadSetup, markRead, notifications } from './store'

const SHOWN_MS = 5_000

/** Holds the live connection while somebody is signed in, and shows what it brings, one by one. */
export function Toasts() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()

  const present = (message: NotificationMessage): void => {
    const id = `notification-${message.id}-${message.count ?? 1}`
    const link = message.message_data?.link
    Notification.info({
      id,
      className: 'entrepot-toast',
      duration: SHOWN_MS,
      position: window.innerWidth < 768 ? 'topRight' : 'bottomRight',
      title:
        message.message_type_map?.[message.message_type] ??
        t(`notification.types.${message.message_type}`, {
          defaultValue: t('notification.title'),
          keySeparator: false,
        }),
      content: <span role="status">{message.message}</span>,
      btn: link ? (
        <Button
          type="primary"
          size="small"
          onClick={() => {
            Notification.remove(id)
            markRead(message.id).catch(show)
            void navigate(link)
          }}
        >
          {t('notification.open')}
        </Button>
      ) : undefined,
    })
    if (notifications.sound)
      chime().then(
        (played) => !played && Message.warning({ id: 'sound', content: t('notification.soundBlocked') }),
        () => undefined,
      )
  }
  const latest = useRef(present)
  latest.current = present

  useEffect(() => {
    const queue = new NotificationQueue((message) => latest.current(message))
    const leave = onNotification((message) => {
      notifications.revision += 1
      queue.add(message)
    })
    loadSetup().catch(() => undefined)
    live.start()
    return () => {
      leave()
      queue.clear()
      live.stop()
      liveStore.unread = 0
    }
  }, [])
  return null
}
