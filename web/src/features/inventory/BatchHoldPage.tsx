import { Button } from '@arco-design/web-react'
import { IconPlus, IconRefresh } from '@arco-design/web-react/icon'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { FilterBar } from '@/resource/FilterBar'
import { ExportList } from '@/resource/list/ExportList'
import { SavedFilters } from '@/resource/list/SavedFilters'
import { ListView } from '@/resource/ListView'
import type { Column, Filter } from '@/resource/types'
import { useRows, type RowOf } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { useAllowedAt } from '@/shared/hooks/useAllowedAt'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Page } from '@/shared/ui/Page'
import { ReasonDialog } from '@/shared/ui/ReasonDialog'
import { moment } from '@/shared/ui/time'
import HoldDialog from './HoldDialog'
import { HoldTag } from './HoldTag'
import { free, HOLD_URL, type Lost } from './holds'
import { LostOrders } from './LostOrders'
import { REASON_MAX } from './reason'
import { stockColumns, stockFilters, traceLink } from './stock'

type HoldRow = RowOf<typeof HOLD_URL>

/** Which batches are held, by whom and why. */
export default function BatchHoldPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = usePermission('warehouse/batchHold')
  const at = useAllowedAt('warehouse/batchHold')
  const mayTrace = usePermission('warehouse/batchTrace')
  const [holding, setHolding] = useState(false)
  const [lost, setLost] = useState<readonly Lost[]>([])
  const [freeing, setFreeing] = useState<HoldRow | null>(null)
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'select',
        field: 'state',
        label: t('holds.state'),
        options: ['1', '2', '3'].map((value) => ({ value, label: t(`holds.states.${value}`) })),
      },
      ...stockFilters(t),
      { kind: 'text', field: 'batch_number', label: t('inventory.batch') },
    ],
    [t],
  )
  const state = useListState(filters)
  const fetched = useRows(HOLD_URL, state)
  useTopics(['inventory'], fetched.reload)

  const columnOf = stockColumns(t)
  const columns: Column<HoldRow>[] = [
    columnOf.product,
    columnOf.batch,
    { key: 'state', title: t('holds.state'), render: (row) => <HoldTag state={row.state} /> },
    {
      key: 'warehouses',
      title: t('inventory.warehouse'),
      render: (row) => (row.warehouses_id === null ? t('holds.everywhere') : (row.warehouses?.name ?? '–')),
    },
    {
      key: 'total_quantity',
      title: t('inventory.onHand'),
      numeric: true,
      render: (row) => <Numeral value={row.total_quantity} unit={row.product?.unit?.name} />,
    },
    { key: 'reason', title: t('holds.reason'), render: (row) => row.reason },
    { key: 'admin', title: t('records.by'), render: (row) => row.admin?.nickname ?? '–' },
    {
      key: 'create_time',
      title: t('holds.since'),
      sortable: true,
      render: (row) => moment(row.create_time),
    },
  ]

  return (
    <Page
      title={t('holds.title')}
      remark={fetched.data?.remark || t('holds.remark')}
      actions={
        <>
          {may('add') && (
            <Button type="primary" icon={<IconPlus />} onClick={() => setHolding(true)}>
              {t('holds.hold')}
            </Button>
          )}
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          <ExportList
            page="warehouse/batchHold"
            list={{ url: HOLD_URL, title: t('holds.title') }}
            params={state.params}
          />
        </>
      }
    >
      <Card>
        <FilterBar
          filters={filters}
          state={state}
          quickHint={t('inventory.search')}
          tools={<SavedFilters list="warehouse/batchHold" />}
        />
        <ListView
          label={t('holds.title')}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={[
            {
              key: 'trace',
              label: t('trace.title'),
              when: () => mayTrace('index'),
              run: (row) => void navigate(traceLink(row)),
            },
            {
              key: 'free',
              label: t('holds.free'),
              when: (row) => may('release') && at('release', row.warehouses_id ?? null),
              run: setFreeing,
            },
          ]}
        />
      </Card>
      {holding && (
        <HoldDialog
          batch={{}}
          close={() => setHolding(false)}
          done={(released) => {
            setHolding(false)
            fetched.reload()
            setLost(released)
          }}
        />
      )}
      <LostOrders orders={lost} close={() => setLost([])} />
      {freeing && (
        <ReasonDialog
          most={REASON_MAX}
          title={t('holds.freeOf', { batch: freeing.batch_number || t('holds.noBatchName') })}
          close={() => setFreeing(null)}
          send={(reason, command) =>
            free(
              {
                product_id: freeing.product_id,
                batch_number: freeing.batch_number ?? '',
                warehouses_id: freeing.warehouses_id,
              },
              reason,
              command,
            )
          }
          done={() => {
            setFreeing(null)
            fetched.reload()
          }}
        />
      )}
    </Page>
  )
}
