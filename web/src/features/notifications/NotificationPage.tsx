import { Button, Switch } from '@arco-design/web-react'
import { IconSettings } from '@arco-design/web-react/icon'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { timeColumn } from '@/resource/listPage/columns'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import { useProblem } from '@/shared/hooks/useProblem'
import { liveStore, type NotificationMessage } from '@/shared/live'
import { Nothing } from '@/shared/ui/Page'
import { NOTIFICATIONS } from './api'
import { linkOf } from './kinds'
import { Announcements } from './Announcements'
import { KindsDrawer } from './KindsDrawer'
import { messageColumns, useReloadOnNews } from './list'
import classes from './notifications.module.css'
import { playSound, highestOf, markAllRead, markRead, notifications, setSound } from './store'

export default function NotificationPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()
  const { unread } = useSnapshot(liveStore)
  const { sound } = useSnapshot(notifications)
  const [search] = useSearchParams()
  const list = useListPage(NOTIFICATIONS, {
    filters: [{ kind: 'flag', field: 'unread', label: t('notification.unread') }],
    fixed: search.get('unread') ? { status: 0 } : {},
  })
  useReloadOnNews(list.reload)
  // Of all pages that were shown: whoever reads the second one has seen the first.
  const highest = useRef(0)
  highest.current = Math.max(highest.current, highestOf(list.fetched.data?.list ?? []))
  const [choosing, setChoosing] = useState(false)
  const open = (row: NotificationMessage): void => {
    if (!row.read_time) markRead(row.id).catch(show)
    const link = linkOf(row)
    if (link) void navigate(link)
  }

  return (
    <ListPage
      list={list}
      title={t('notification.title')}
      remark={t('notification.remark')}
      above={<Announcements />}
      headStart={
        <>
          <label className={classes.setup}>
            {t('notification.sound')}
            <Switch
              checked={sound}
              aria-label={t('notification.soundOn')}
              onChange={(on) => {
                setSound(on).catch(show)
                if (on) playSound().catch(() => undefined)
              }}
            />
          </label>
          <Button icon={<IconSettings />} onClick={() => setChoosing(true)}>
            {t('notification.kinds')}
          </Button>
        </>
      }
      headEnd={
        <Button
          type="primary"
          disabled={unread === 0 || highest.current === 0}
          onClick={() => markAllRead(highest.current).catch(show)}
        >
          {t('notification.readAll')}
        </Button>
      }
      columns={[
        ...messageColumns<NotificationMessage>(t, t('notification.title'), (row) => !!row.read_time),
        timeColumn('create_time', t('notification.time')),
      ]}
      empty={<Nothing text={t('notification.empty')} />}
      onOpen={open}
      actions={[
        {
          key: 'open',
          label: t('notification.open'),
          when: (row) => linkOf(row) !== '',
          run: open,
        },
        {
          key: 'read',
          label: t('notification.markRead'),
          when: (row) => !row.read_time,
          run: (row) => markRead(row.id).catch(show),
        },
      ]}
    >
      {choosing && <KindsDrawer close={() => setChoosing(false)} />}
    </ListPage>
  )
}
