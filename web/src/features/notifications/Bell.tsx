import { Badge, Button } from '@arco-design/web-react'
import { IconNotification } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { liveStore, type NotificationMessage } from '@/shared/live'
import { badgeOf } from '@/shared/ui/badge'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { HeaderPopup } from '@/shared/ui/HeaderPopup'
import { moment } from '@/shared/ui/time'
import { latest } from './api'
import { linkOf } from './kinds'
import classes from './notifications.module.css'
import { highestOf, markAllRead, markRead } from './store'
import { useOpened } from './useOpened'

export const CENTRE = '/admin/notification/index'

function Popup({ leave }: { leave: () => void }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const navigate = useNavigate()
  const { unread } = useSnapshot(liveStore)
  const fetched = useFetched(`push ${unread}`, latest)
  const list = fetched.data?.list
  const highest = highestOf(list ?? [])
  const open = (message: NotificationMessage): void => {
    leave()
    markRead(message.id).catch(show)
    void navigate(linkOf(message) || CENTRE)
  }
  return (
    <div className={classes.popup}>
      <div className={classes.popupHead}>
        {t('notification.recent')}
        <Button
          type="text"
          size="small"
          disabled={unread === 0 || highest === 0}
          onClick={() => markAllRead(highest).catch(show)}
        >
          {t('notification.readAll')}
        </Button>
      </div>
      {fetched.error && !list ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !list ? (
        <Waiting rows={3} />
      ) : list.length === 0 ? (
        <Nothing text={t('notification.emptyUnread')} />
      ) : (
        <ul className={classes.items}>
          {list.map((message) => (
            <li key={message.id}>
              <button type="button" onClick={() => open(message)}>
                {message.message}
                <time>{moment(message.create_time)}</time>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.popupFoot}>
        <Button
          type="text"
          size="small"
          onClick={() => {
            leave()
            void navigate(CENTRE)
          }}
        >
          {t('notification.more')}
        </Button>
      </div>
    </div>
  )
}

export function Bell() {
  const { t } = useTranslation()
  const { unread } = useSnapshot(liveStore)
  const [open, setOpen] = useState(false)
  useOpened()
  return (
    <HeaderPopup open={open} onOpen={setOpen} popup={() => <Popup leave={() => setOpen(false)} />}>
      <Button
        type="text"
        shape="circle"
        className={classes.bell}
        data-testid="bell"
        data-unread={unread}
        aria-label={`${t('shell.notifications')} ${unread}`}
        title={t('shell.notifications')}
        icon={
          <Badge text={badgeOf(unread)} offset={[8, -3]}>
            <IconNotification />
          </Badge>
        }
      />
    </HeaderPopup>
  )
}
