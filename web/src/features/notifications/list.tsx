/** What the lists of notifications have in common. */
import { Tag } from '@arco-design/web-react'
import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Column } from '@/resource/types'
import { liveStore, type NotificationMessage } from '@/shared/live'
import { colourOf, labelOf } from './kinds'
import { MergedCount } from './MergedCount'
import classes from './notifications.module.css'
import { notifications } from './store'

/** Loads a list again after something has arrived or was read. */
export function useReloadOnNews(reload: () => void): void {
  const { unread } = useSnapshot(liveStore)
  const { revision } = useSnapshot(notifications)
  const latest = useRef(reload)
  latest.current = reload
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else latest.current()
  }, [revision, unread])
}

/** The message with a mark of whether it was read, and its kind. */
export function messageColumns<T extends NotificationMessage>(
  t: TFunction,
  title: string,
  isRead: (row: T) => boolean,
): Column<T>[] {
  return [
    {
      key: 'message',
      title,
      primary: true,
      render: (row) => (
        <span className={classes.row}>
          <span
            className={classes.dot}
            data-read={isRead(row)}
            title={t(isRead(row) ? 'notification.read' : 'notification.unread')}
          />
          <span className={classes.text} data-read={isRead(row)}>
            {row.message} <MergedCount count={row.count} things={row.things} />
          </span>
        </span>
      ),
    },
    {
      key: 'message_type',
      title: t('notification.type'),
      render: (row) => <Tag color={colourOf(row)}>{labelOf(row)}</Tag>,
    },
  ]
}
