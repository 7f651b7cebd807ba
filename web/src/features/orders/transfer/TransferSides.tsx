import { Select } from '@arco-design/web-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { contains } from '@/shared/folded'
import { useFetched } from '@/shared/hooks/useFetched'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { WarehouseSelect } from '@/shared/ui/WarehouseSelect'
import { targets as ask } from '../commands'
import { sideFields } from '../draftHead'
import { HeadCell } from '../HeadCell'
import { TRANSFER } from '../kinds'
import type { Order } from '../model'
import type { OrderDraft } from '../useOrderDraft'
import { useSavingNode } from '../useSavingNode'

/** Where the goods of a transfer come from and where they go: warehouses, and the areas of lines that name none. */
export function TransferSides({ row, draft }: { row: Order | null; draft: OrderDraft }) {
  const { t } = useTranslation()
  const { head, setWarehouse, beginIn, setArea, headFaults } = draft
  const saving = useSavingNode(TRANSFER.page, row && { warehouse: row.source_warehouses_id })
  const targets = useFetched(`${TRANSFER.url} targets`, ask)
  const known = targets.data?.list ?? []
  // Where there is one warehouse, goods can only move within it.
  const only = row === null && known.length === 1 ? known[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined) beginIn('to', only)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once it is known
  }, [only])
  const source = headFaults.source_warehouses_id
  const target = headFaults.target_warehouses_id
  const area = (side: 'at' | 'to') => {
    const fault = headFaults[sideFields(TRANSFER, side).area]
    const label = t(side === 'at' ? 'transferOrders.fromArea' : 'transferOrders.toArea')
    const { warehouse, area } = head[side]
    return (
      <HeadCell label={label} fault={fault}>
        <RemoteSelect
          url="/admin/warehouse.WarehouseArea"
          ariaLabel={label}
          disabled={warehouse === null}
          params={{ search: [{ field: 'warehouses_id', val: warehouse, operator: 'eq' }] }}
          value={area.id}
          known={area.name ?? undefined}
          placeholder={t('transferOrders.byLine')}
          allowClear
          error={!!fault}
          onChange={(id, row) => setArea(side, { id, name: row ? String(row.name) : null })}
        />
      </HeadCell>
    )
  }
  return (
    <>
      <HeadCell label={t('transferOrders.source')} required fault={source}>
        <WarehouseSelect
          usableFor={saving}
          ariaLabel={t('transferOrders.source')}
          value={head.at.warehouse}
          known={row?.source_warehouses_id === head.at.warehouse ? row?.warehouses?.name : undefined}
          error={!!source}
          only={(id) => beginIn('at', id)}
          onChange={(id) => setWarehouse('at', id)}
        />
      </HeadCell>
      <HeadCell label={t('transferOrders.target')} required fault={target}>
        <Select
          aria-label={t('transferOrders.target')}
          placeholder={t('common.choose')}
          showSearch
          filterOption={(typed: string, option) =>
            contains(String((option as { props: { children?: unknown } }).props.children ?? ''), typed)
          }
          value={head.to.warehouse ?? undefined}
          options={known.map(({ id, name }) => ({ value: id, label: name }))}
          error={!!target}
          onChange={(id: number) => setWarehouse('to', id)}
        />
      </HeadCell>
      {area('at')}
      {area('to')}
    </>
  )
}
