import { Button, Tag } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '@/resource/list.module.css'
import { adminColumn, textColumn, timeColumn } from '@/resource/listPage/columns'
import { warehouseFilter } from '@/resource/listPage/filters'
import { ListPage } from '@/resource/listPage/ListPage'
import { StatusTabs, tabFilter } from '@/resource/listPage/StatusTabs'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column } from '@/resource/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { Nothing } from '@/shared/ui/Page'
import { PAGE, TOPIC, URL, type CountRow } from './api'
import { coversText } from './coversText'
import { NewCount } from './NewCount'
import { StatusTag } from './StatusTag'

const STATUSES = [0, 1, 2, 3]

export function CountList() {
  const { t } = useTranslation()
  const can = usePermission(PAGE)
  const [making, setMaking] = useState(false)
  const list = useListPage(URL, {
    filters: [
      warehouseFilter(t('counts.warehouse')),
      { kind: 'dates', field: 'create_time', label: t('common.createTime') },
    ],
    apart: [tabFilter()],
    topics: [TOPIC],
  })

  const columns: Column<CountRow>[] = [
    {
      key: 'id',
      title: t('counts.number'),
      primary: true,
      sortable: true,
      render: (row) => <span className={classes.clickable}>{row.count_no}</span>,
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
    adminColumn(t('counts.inCharge'), { wideOnly: true }),
    textColumn('remark', t('counts.remarkLabel'), { wideOnly: true }),
    timeColumn('create_time', t('common.createTime'), { sortable: true, figure: true }),
  ]
  const create = can('add') && (
    <Button type="primary" icon={<IconPlus />} onClick={() => setMaking(true)}>
      {t('counts.new')}
    </Button>
  )
  return (
    <ListPage
      list={list}
      page={PAGE}
      title={t('counts.title')}
      remark={t('counts.remark')}
      headEnd={create}
      above={
        <StatusTabs
          state={list.state}
          label={t('counts.status')}
          values={STATUSES}
          name={(status) => t(`counts.statuses.${status}`)}
        />
      }
      search={t('counts.search')}
      columns={columns}
      onOpen={list.open}
      empty={<Nothing text={t('counts.empty')}>{create}</Nothing>}
    >
      {making && (
        <NewCount
          close={() => setMaking(false)}
          made={(id) => list.state.set({ id: String(id), page: null })}
        />
      )}
    </ListPage>
  )
}
