import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { timeColumn } from '@/resource/listPage/columns'
import { selectFilter } from '@/resource/listPage/filters'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import type { RowOf } from '@/resource/useListing'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { Nothing } from '@/shared/ui/Page'
import { readOfShop, SHOP_NOTICES } from './api'
import { linkOf } from './kinds'
import { messageColumns, useReloadOnNews } from './list'
import { settle } from './store'

type Row = RowOf<typeof SHOP_NOTICES>

/** What the shop tells one: the same notifications as in the centre, without the others. */
export default function ShopNotifyPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()
  const can = usePermission('shop/notify/notify')
  const list = useListPage(SHOP_NOTICES, {
    filters: [
      selectFilter('status', t('notification.status'), [0, 1], (status) =>
        t(status === 0 ? 'notification.unread' : 'notification.read'),
      ),
    ],
  })
  useReloadOnNews(list.reload)
  const read = (row: Row): void => void readOfShop(row.id).then(settle).catch(show)

  return (
    <ListPage
      list={list}
      title={t('notification.shop')}
      remark={t('notification.shopRemark')}
      columns={[
        ...messageColumns<Row>(t, t('notification.message'), (row) => row.status === 1),
        { key: 'count', title: t('notification.count'), numeric: true, render: (row) => row.count },
        timeColumn('create_time', t('notification.time')),
      ]}
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
      empty={<Nothing text={t('notification.empty')} />}
    />
  )
}
