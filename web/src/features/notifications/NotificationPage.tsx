import { Button, Switch, Tag } from '@arco-design/web-react'
import { IconRefresh, IconSettings } from '@arco-design/web-react/icon'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { FilterBar } from '@/resource/FilterBar'
import { ListView } from '@/resource/ListView'
import type { Column, Filter } from '@/resource/types'
import { useRows } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { useProblem } from '@/shared/hooks/useProblem'
import { liveStore, type NotificationMessage } from '@/shared/live'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { NOTIFICATIONS } from './api'
import { colourOf, labelOf, linkOf } from './kinds'
import { KindsDrawer } from './KindsDrawer'
import { MergedCount } from './MergedCount'
import classes from './notifications.module.css'
import { playSound, highestOf, markAllRead, markRead, notifications, setSound } from './store'

export default function NotificationPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()
  const { unread } = useSnapshot(liveStore)
  const { sound, revision } = useSnapshot(notifications)
  const filters = useMemo<Filter[]>(
    () => [{ kind: 'flag', field: 'unread', label: t('notification.unread') }],
    [t],
  )
  const [search] = useSearchParams()
  const state = useListState(filters, search.get('unread') ? { status: 0 } : {})
  const fetched = useRows(NOTIFICATIONS, state)
  // Of all pages that were shown: whoever reads the second one has seen the first.
  const highest = useRef(0)
  highest.current = Math.max(highest.current, highestOf(fetched.data?.list ?? []))
  const [choosing, setChoosing] = useState(false)
  const reload = useRef(fetched.reload)
  reload.current = fetched.reload
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else reload.current()
  }, [revision, unread])

  const open = (row: NotificationMessage): void => {
    if (!row.read_time) markRead(row.id).catch(show)
    const link = linkOf(row)
    if (link) void navigate(link)
  }

  const columns: Column<NotificationMessage>[] = [
    {
      key: 'message',
      title: t('notification.title'),
      primary: true,
      render: (row) => (
        <span className={classes.row}>
          <span
            className={classes.dot}
            data-read={!!row.read_time}
            title={t(row.read_time ? 'notification.read' : 'notification.unread')}
          />
          <span className={classes.text} data-read={!!row.read_time}>
            {row.message} <MergedCount count={row.count} />
          </span>
        </span>
      ),
    },
    {
      key: 'message_type',
      title: t('notification.type'),
      render: (row) => <Tag color={colourOf(row)}>{labelOf(row)}</Tag>,
    },
    { key: 'create_time', title: t('notification.time'), render: (row) => moment(row.create_time) },
  ]

  return (
    <Page
      title={t('notification.title')}
      remark={fetched.data?.remark || t('notification.remark')}
      actions={
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
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          <Button
            type="primary"
            disabled={unread === 0 || highest.current === 0}
            onClick={() => markAllRead(highest.current).catch(show)}
          >
            {t('notification.readAll')}
          </Button>
        </>
      }
    >
      {choosing && <KindsDrawer close={() => setChoosing(false)} />}
      <Card>
        <FilterBar filters={filters} state={state} />
        <ListView
          label={t('notification.title')}
          state={state}
          fetched={fetched}
          columns={columns}
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
        />
      </Card>
    </Page>
  )
}
