import { Button, Notification } from '@arco-design/web-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { live, onNotification, type NotificationMessage } from '@/shared/live'
import { NotificationQueue } from '@/shared/live/queue'
import { useProblem } from '@/shared/hooks/useProblem'
import { Alarm, isOfShop } from './alarm'
import { shopBell } from './api'
import { labelOf, linkOf } from './kinds'
import { MergedCount } from './MergedCount'
import classes from './notifications.module.css'
import { playSound, loadSetup, markRead, notifications } from './store'

/** How long each is seen (specification, section 9): a toast of what the socket brings, a message that was asked for. */
export const SHOWN_MS = { toast: 5_000, message: 20_000 } as const
type Form = keyof typeof SHOWN_MS
/** About two lines of a toast; what is longer is cut there and shown whole on request. */
const LONG = 70

/** Where it covers no button: the drawers' stand at the bottom right, a phone's at the bottom. */
const positionNow = (): 'topRight' | 'bottomLeft' | 'bottomRight' => {
  if (window.innerWidth < 768) return 'topRight'
  return document.querySelector('.arco-drawer-wrapper:not(.arco-drawer-wrapper-hide)')
    ? 'bottomLeft'
    : 'bottomRight'
}

/** Holds the live connection while somebody is signed in, and shows what it brings, one by one. */
export function Toasts() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()

  /** Browsers allow sounds after the first click. */
  const askForSound = (path?: string): void => {
    Notification.warning({
      id: 'sound',
      className: 'entrepot-toast',
      duration: SHOWN_MS.message,
      title: t('notification.sound'),
      content: t('notification.soundBlocked'),
      btn: (
        <Button
          type="primary"
          size="small"
          onClick={() => {
            Notification.remove('sound')
            playSound(path).catch(() => undefined)
          }}
        >
          {t('notification.allow')}
        </Button>
      ),
    })
  }
  // A missing sound is not reported.
  const sounded = (path: string): Promise<void> =>
    playSound(path).then(
      (played) => (played ? undefined : askForSound(path)),
      () => undefined,
    )
  const alarm = useRef<Alarm | null>(null)
  /** A long toast is cut; opened, it becomes a message, which stays longer. */
  const present = (message: NotificationMessage, form: Form, again = false): void => {
    const id = `notification-${message.id}`
    const link = linkOf(message)
    const cut = form === 'toast' && message.message.length > LONG
    notifications.last = message.message
    Notification.info({
      id,
      className: 'entrepot-toast',
      duration: SHOWN_MS[form],
      position: positionNow(),
      title: labelOf(message),
      content: (
        <span role="status" className={cut ? classes.cut : undefined}>
          {message.message} <MergedCount count={message.count} things={message.things} />
        </span>
      ),
      btn: (link || cut) && (
        <span className={classes.buttons}>
          {cut && (
            <Button size="small" onClick={() => present(message, 'message', true)}>
              {t('notification.whole')}
            </Button>
          )}
          {link && (
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
          )}
        </span>
      ),
    })
    // Kinds that name no sound are silent.
    const path = message.audio_path
    if (again || !notifications.sound || !path) return
    // The shop has a bell of its own, which may ring again.
    if (isOfShop(message.message_type)) alarm.current?.begin()
    else void sounded(path)
  }
  const latest = useRef(present)
  latest.current = present

  const ring = useRef(sounded)
  ring.current = sounded

  useEffect(() => {
    const bell = new Alarm(
      () => shopBell(),
      (path) => ring.current(path),
    )
    alarm.current = bell
    const queue = new NotificationQueue<{ message: NotificationMessage; form: Form }>(({ message, form }) =>
      latest.current(message, form),
    )
    const leave = onNotification((message, via) => {
      notifications.revision += 1
      queue.add({ message, form: via === 'poll' ? 'message' : 'toast' })
    })
    loadSetup().catch(() => undefined)
    live.start()
    return () => {
      leave()
      queue.clear()
      bell.end()
      live.stop()
    }
  }, [])
  return null
}
