import { Button, Tag } from '@arco-design/web-react'
import { IconPlus, IconRefresh } from '@arco-design/web-react/icon'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '@/resource/FilterBar'
import list from '@/resource/list.module.css'
import { ExportList } from '@/resource/list/ExportList'
import { SavedFilters } from '@/resource/list/SavedFilters'
import { ListView } from '@/resource/ListView'
import type { Column, Filter } from '@/resource/types'
import { useRows } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { PAGE, TOPIC, URL, type CountRow } from './api'
import { coversText } from './coversText'
import { NewCount } from './NewCount'
import { StatusTag } from './StatusTag'

const STATUSES = ['', '0', '1', '2', '3']

export function CountList() {
  const { t } = useTranslation()
  const can = usePermission(PAGE)
  const [making, setMaking] = useState(false)
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'remote',
        field: 'warehouses_id',
        label: t('counts.warehouse'),
        url: '/admin/warehouse.Warehouse',
      },
      { kind: 'dates', field: 'create_time', label: t('common.createTime') },
    ],
    [t],
  )
  const status = useMemo<Filter>(() => ({ kind: 'select', field: 'status', label: '', options: [] }), [])
  const all = useMemo(() => [status, ...filters], [status, filters])
  const state = useListState(all)
  const fetched = useRows(URL, state)
  useTopics([TOPIC], fetched.reload)

  const columns: Column<CountRow>[] = [
    {
      key: 'id',
      title: t('counts.number'),
      primary: true,
      sortable: true,
      render: (row) => <span className={list.clickable}>{row.count_no}</span>,
    },
    { key: 'status', title: t('counts.status'), render: (row) => <StatusTag status={row.status} /> },
    { key: 'warehouses', title: t('counts.warehouse'), render: (row) => row.warehouses?.name ?? '–' },
    { key: 'covers', title: t('counts.covers'), wideOnly: true, render: (row) => coversText(t, row) },
    {
      key: 'progress',
      title: t('counts.progress'),
      numeric: true,
      render: (row) => `${row.counted_count} / ${row.line_count}`,
    },
    {
      key: 'different',
      title: t('counts.different'),
      numeric: true,
      wideOnly: true,
      render: (row) => row.different_count ?? '–',
    },
    {
      key: 'blind',
      title: t('counts.kind'),
      wideOnly: true,
      render: (row) => <Tag>{t(row.blind ? 'counts.blind' : 'counts.open')}</Tag>,
    },
    {
      key: 'admin',
      title: t('counts.inCharge'),
      wideOnly: true,
      render: (row) => row.admin?.nickname ?? '–',
    },
    { key: 'remark', title: t('counts.remarkLabel'), wideOnly: true, render: (row) => row.remark || '–' },
    {
      key: 'create_time',
      title: t('common.createTime'),
      sortable: true,
      render: (row) => moment(row.create_time),
    },
  ]
  const create = can('add') && (
    <Button type="primary" icon={<IconPlus />} onClick={() => setMaking(true)}>
      {t('counts.new')}
    </Button>
  )
  return (
    <Page
      title={t('counts.title')}
      remark={t('counts.remark')}
      actions={
        <>
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          <ExportList page={PAGE} list={{ url: URL, title: t('counts.title') }} params={state.params} />
          {create}
        </>
      }
    >
      <Card>
        <div className={list.tabs} role="group" aria-label={t('counts.status')}>
          {STATUSES.map((value) => (
            <button
              key={value}
              type="button"
              className={list.tab}
              aria-pressed={state.value('status') === value}
              onClick={() => state.set({ status: value || null })}
            >
              {value ? t(`counts.statuses.${value}`) : t('common.all')}
            </button>
          ))}
        </div>
        <FilterBar
          filters={filters}
          state={state}
          quickHint={t('counts.search')}
          tools={<SavedFilters list={PAGE} />}
        />
        <ListView
          label={t('counts.title')}
          state={state}
          fetched={fetched}
          columns={columns}
          onOpen={(row) => state.set({ id: String(row.id), page: state.value('page') || null })}
          empty={<Nothing text={t('counts.empty')}>{create}</Nothing>}
        />
      </Card>
      {making && (
        <NewCount close={() => setMaking(false)} made={(id) => state.set({ id: String(id), page: null })} />
      )}
    </Page>
  )
}
