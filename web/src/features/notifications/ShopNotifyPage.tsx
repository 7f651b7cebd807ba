import { Button, Tag } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { FilterBar } from '@/resource/FilterBar'
import { ListView } from '@/resource/ListView'
import type { Column, Filter } from '@/resource/types'
import { useRows, type RowOf } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { liveStore } from '@/shared/live'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { readOfShop, SHOP_NOTICES } from './api'
import { colourOf, labelOf, linkOf } from './kinds'
import { MergedCount } from './MergedCount'
import classes from './notifications.module.css'
import { notifications, settle } from './store'

type Row = RowOf<typeof SHOP_NOTICES>

/** What the shop tells one: the same notifications as in the centre, without the others. */
export default function ShopNotifyPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()
  const can = usePermission('shop/notify/notify')
  const { unread } = useSnapshot(liveStore)
  const { revision } = useSnapshot(notifications)
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'select',
        field: 'status',
        label: t('notification.status'),
        options: [
          { value: '0', label: t('notification.unread') },
          { value: '1', label: t('notification.read') },
        ],
      },
    ],
    [t],
  )
  const state = useListState(filters)
  const fetched = useRows(SHOP_NOTICES, state)
  const reload = useRef(fetched.reload)
  reload.current = fetched.reload
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else reload.current()
  }, [revision, unread])
  const read = (row: Row): void => void readOfShop(row.id).then(settle).catch(show)

  const columns: Column<Row>[] = [
    {
      key: 'message',
      title: t('notification.message'),
      primary: true,
      render: (row) => (
        <span className={classes.row}>
          <span
            className={classes.dot}
            data-read={row.status === 1}
            title={t(row.status === 1 ? 'notification.read' : 'notification.unread')}
          />
          <span className={classes.text} data-read={row.status === 1}>
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
    { key: 'count', title: t('notification.count'), numeric: true, render: (row) => row.count },
    { key: 'create_time', title: t('notification.time'), render: (row) => moment(row.create_time) },
  ]
  return (
    <Page
      title={t('notification.shop')}
      remark={t('notification.shopRemark')}
      actions={<Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />}
    >
      <Card>
        <FilterBar filters={filters} state={state} />
        <ListView
          label={t('notification.shop')}
          state={state}
          fetched={fetched}
          columns={columns}
          empty={<Nothing text={t('notification.empty')} />}
          actions={[
            {
              key: 'open',
              label: t('notification.open'),
              when: (row) => linkOf(row) !== '',
              run: (row) => {
                if (row.status === 0 && can('read')) read(row)
                void navigate(linkOf(row))
              },
            },
            {
              key: 'read',
              label: t('notification.markRead'),
              when: (row) => row.status === 0 && can('read'),
              run: read,
            },
          ]}
        />
      </Card>
    </Page>
  )
}
