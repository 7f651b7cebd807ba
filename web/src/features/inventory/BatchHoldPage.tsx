import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminColumn, quantityColumn, timeColumn } from '@/resource/listPage/columns'
import { selectFilter } from '@/resource/listPage/filters'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column } from '@/resource/types'
import type { RowOf } from '@/resource/useListing'
import { useAllowedAt } from '@/shared/hooks/useAllowedAt'
import { usePermission } from '@/shared/hooks/usePermission'
import { useRowDialog } from '@/shared/hooks/useRowDialog'
import { ReasonDialog } from '@/shared/ui/ReasonDialog'
import HoldDialog from './HoldDialog'
import { HoldTag } from './HoldTag'
import { free, HOLD_URL, type Lost } from './holds'
import { LostOrders } from './LostOrders'
import { REASON_MAX } from './reason'
import { stockColumns, stockFilters, useStockLinks } from './stock'

type HoldRow = RowOf<typeof HOLD_URL>

interface FreeProps {
  row: HoldRow
  close: () => void
  done: () => void
}

function Free({ row, close, done }: FreeProps) {
  const { t } = useTranslation()
  const { product_id, warehouses_id } = row
  const batch = { product_id, batch_number: row.batch_number ?? '', warehouses_id }
  return (
    <ReasonDialog
      most={REASON_MAX}
      title={t('holds.freeOf', { batch: row.batch_number || t('holds.noBatchName') })}
      close={close}
      send={(reason, command) => free(batch, reason, command)}
      done={done}
    />
  )
}

/** Which batches are held, by whom and why. */
export default function BatchHoldPage() {
  const { t } = useTranslation()
  const may = usePermission('warehouse/batchHold')
  const at = useAllowedAt('warehouse/batchHold')
  const links = useStockLinks()
  const list = useListPage(HOLD_URL, {
    filters: [
      selectFilter('state', t('holds.state'), [1, 2, 3], (state) => t(`holds.states.${state}`)),
      ...stockFilters(t),
      { kind: 'text', field: 'batch_number', label: t('inventory.batch') },
    ],
    topics: ['inventory'],
  })
  const [holding, setHolding] = useState(false)
  const [lost, setLost] = useState<readonly Lost[]>([])
  const freeing = useRowDialog<HoldRow>(list.reload)

  const columnOf = stockColumns(t)
  const columns: Column<HoldRow>[] = [
    columnOf.product,
    quantityColumn('total_quantity', t('inventory.onHand')),
    { ...columnOf.batch, figure: true },
    { key: 'state', title: t('holds.state'), render: (row) => <HoldTag state={row.state} /> },
    {
      key: 'warehouses',
      title: t('inventory.warehouse'),
      render: (row) => (row.warehouses_id === null ? t('holds.everywhere') : (row.warehouses?.name ?? '–')),
    },
    { key: 'reason', title: t('holds.reason'), render: (row) => row.reason },
    adminColumn(t('records.by')),
    timeColumn('create_time', t('holds.since'), { sortable: true }),
  ]

  return (
    <ListPage
      list={list}
      page="warehouse/batchHold"
      title={t('holds.title')}
      remark={t('holds.remark')}
      headStart={
        may('add') && (
          <Button type="primary" icon={<IconPlus />} onClick={() => setHolding(true)}>
            {t('holds.hold')}
          </Button>
        )
      }
      search={t('inventory.search')}
      columns={columns}
      actions={[
        links.trace,
        {
          key: 'free',
          label: t('holds.free'),
          when: (row) => may('release') && at('release', row.warehouses_id ?? null),
          run: freeing.open,
        },
      ]}
    >
      {holding && (
        <HoldDialog
          batch={{}}
          close={() => setHolding(false)}
          done={(released) => {
            setHolding(false)
            list.reload()
            setLost(released)
          }}
        />
      )}
      <LostOrders orders={lost} close={() => setLost([])} />
      {freeing.row && <Free row={freeing.row} close={freeing.close} done={freeing.done} />}
    </ListPage>
  )
}
