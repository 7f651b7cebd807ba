import { Button, Modal, Tag } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '@/resource/FilterBar'
import { ListView } from '@/resource/ListView'
import type { Column, Filter } from '@/resource/types'
import { useRows } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useTopics } from '@/shared/hooks/useTopics'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
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
  const filters = useMemo<Filter[]>(
    () => [{ kind: 'text', field: 'name', label: t('shopDesk.export.name') }],
    [t],
  )
  const state = useListState(filters)
  const fetched = useRows(EXPORTS, state)
  const { reload } = fetched
  useTopics(['resource:routine.Transfer'], reload)
  const goesOn = fetched.data?.list.some(({ status }) => status < 2) ?? false
  useEffect(() => {
    if (!goesOn) return undefined
    const timer = setInterval(reload, AGAIN_MS)
    return () => clearInterval(timer)
  }, [goesOn, reload])

  const columns: Column<ExportRow>[] = [
    { key: 'name', title: t('shopDesk.export.name'), primary: true, render: (row) => row.name },
    {
      key: 'rows',
      title: t('shopDesk.export.rows'),
      numeric: true,
      render: (row) => <Numeral value={row.rows} />,
    },
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
    { key: 'create_time', title: t('common.createTime'), render: (row) => moment(row.create_time) },
  ]
  const remove = (row: ExportRow): void =>
    void Modal.confirm({
      title: t('shopDesk.export.remove', { name: row.name }),
      content: t('shopDesk.export.removeText'),
      okButtonProps: { status: 'danger' },
      onOk: () => deleteExports([row.id]).then(reload, show),
    })
  return (
    <Page
      title={t('shopDesk.export.title')}
      remark={t('shopDesk.export.remark')}
      actions={<Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={reload} />}
    >
      <Card>
        <FilterBar filters={filters} state={state} />
        <ListView
          label={t('shopDesk.export.title')}
          state={state}
          fetched={fetched}
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
              {seesOrders && (
                <RouteLink to={`/admin/${ORDER_PAGE}`}>{t('shopDesk.export.toOrders')}</RouteLink>
              )}
            </Nothing>
          }
        />
      </Card>
    </Page>
  )
}
