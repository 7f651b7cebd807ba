import { Modal, Tag } from '@arco-design/web-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { numberColumn, timeColumn } from '@/resource/listPage/columns'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column } from '@/resource/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { Nothing } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { download } from '@/shared/upload/download'
import { deleteExports, EXPORTS, type ExportRow } from './deskCalls'
import { ORDER_PAGE } from './model'

const PAGE = 'shop/order/export'
const COLOURS: Readonly<Record<number, string>> = { 0: 'gray', 1: 'arcoblue', 2: 'green', 3: 'red' }
/** How often one looks whether an export has got on. */
const AGAIN_MS = 2_000

/** Exports of orders: how far they are, and their files. */
export default function ExportPage() {
  const { t } = useTranslation()
  const { show } = useProblem()
  const can = usePermission(PAGE)
  const seesOrders = usePermission(ORDER_PAGE)('index')
  const list = useListPage(EXPORTS, {
    filters: [{ kind: 'text', field: 'name', label: t('shopDesk.export.name') }],
    topics: ['resource:routine.Transfer'],
  })
  const { fetched, reload } = list
  const goesOn = fetched.data?.list.some(({ status }) => status < 2) ?? false
  useEffect(() => {
    if (!goesOn) return undefined
    const timer = setInterval(reload, AGAIN_MS)
    return () => clearInterval(timer)
  }, [goesOn, reload])

  const columns: Column<ExportRow>[] = [
    { key: 'name', title: t('shopDesk.export.name'), primary: true, render: (row) => row.name },
    numberColumn('rows', t('shopDesk.export.rows')),
    {
      key: 'status',
      title: t('shopDesk.export.status'),
      render: (row) => (
        <span title={row.message || undefined}>
          <Tag color={COLOURS[row.status]}>{t(`shopDesk.export.states.${row.status}`)}</Tag>
          {row.status === 3 && row.message && ` ${row.message}`}
          {row.status === 2 && !row.ready && ` ${t('shopDesk.export.gone')}`}
        </span>
      ),
    },
    {
      key: 'admin',
      title: t('shopDesk.export.by'),
      render: (row) => row.admin?.nickname || row.admin?.username || '–',
    },
    timeColumn('create_time', t('common.createTime')),
  ]
  const remove = (row: ExportRow): void =>
    void Modal.confirm({
      title: t('shopDesk.export.remove', { name: row.name }),
      content: t('shopDesk.export.removeText'),
      okButtonProps: { status: 'danger' },
      onOk: () => deleteExports([row.id]).then(reload, show),
    })
  return (
    <ListPage
      list={list}
      title={t('shopDesk.export.title')}
      remark={t('shopDesk.export.remark')}
      columns={columns}
      actions={[
        {
          key: 'download',
          label: t('shopDesk.export.download'),
          when: (row) => row.ready,
          run: (row) =>
            void download(`${EXPORTS}/download?id=${row.id}`, `${row.name}.${row.format}`).catch(show),
        },
        {
          key: 'del',
          label: t('common.del'),
          danger: true,
          when: () => can('del'),
          run: remove,
        },
      ]}
      empty={
        <Nothing text={t('shopDesk.export.empty')}>
          {seesOrders && <RouteLink to={`/admin/${ORDER_PAGE}`}>{t('shopDesk.export.toOrders')}</RouteLink>}
        </Nothing>
      }
    />
  )
}
