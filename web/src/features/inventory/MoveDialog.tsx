import { useTranslation } from 'react-i18next'
import { http, type Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { GoodsAt } from './GoodsAt'

interface Props {
  row: Schema<'InventoryRow'>
  close: () => void
  done: () => void
}

/** Puts goods of a place elsewhere in their warehouse: what was inspected goes where it belongs. */
export default function MoveDialog({ row, close, done }: Props) {
  const { t } = useTranslation()
  const most = decimal(row.total_quantity) ?? decimal(0)!
  const free = most.minus(decimal(row.reserved_quantity) ?? 0)
  const isWrong = (quantity: string): boolean => {
    const amount = decimal(quantity)
    return !amount || amount.lte(0) || amount.gt(most)
  }
  const quantityHint = (quantity: string): string | null => {
    // The node moves none of them before a release. Where goods were oversold there is nothing to be moved.
    if (most.gt(0) && free.lt(0)) return t('inventory.moveLost', { quantity: free.neg().toFixed() })
    const amount = decimal(quantity)
    // Free ones go first.
    if (!amount || isWrong(quantity) || amount.lte(free)) return null
    const reserved = amount.minus(free)
    return t('inventory.moveReserved', { count: reserved.toNumber(), quantity: reserved.toFixed() })
  }
  return (
    <ActionDialog
      title={t('inventory.move')}
      initial={{
        quantity: most.toFixed(),
        to_areas_id: null as number | null,
        to_shelves_id: null as number | null,
      }}
      fields={({ quantity, to_areas_id }) => [
        <GoodsAt key="goods" row={row} />,
        {
          name: 'quantity',
          kind: 'text',
          label: t('records.quantityOf'),
          required: true,
          inputMode: 'decimal',
          suffix: row.product?.unit?.name,
          wrong: isWrong(quantity) && t('reservations.rule.quantity', { most: most.toFixed() }),
          hint: quantityHint(quantity),
          also: ['to_areas_id', 'to_shelves_id'],
        },
        {
          name: 'to_areas_id',
          kind: 'row',
          label: t('inventory.toArea'),
          url: '/admin/warehouse.WarehouseArea',
          params: { search: [{ field: 'warehouses_id', val: String(row.warehouses_id), operator: 'eq' }] },
          placeholder: t('inventory.unplaced'),
          allowClear: true,
          resets: { to_shelves_id: null },
          also: ['quantity'],
        },
        {
          name: 'to_shelves_id',
          kind: 'row',
          label: t('inventory.toShelf'),
          url: '/admin/warehouse.WarehouseShelf',
          params: {
            search: [{ field: 'warehouses_areas_id', val: String(to_areas_id ?? 0), operator: 'eq' }],
          },
          disabled: to_areas_id === null,
          placeholder: t('common.optional'),
          allowClear: true,
          also: ['quantity', 'to_areas_id'],
        },
      ]}
      close={close}
      send={({ quantity, ...to }, command_id) => {
        const { product_id, warehouses_id, warehouses_areas_id, warehouses_shelves_id, batch_number } = row
        const from = { product_id, warehouses_id, warehouses_areas_id, warehouses_shelves_id }
        return http.post(
          '/admin/warehouse.Inventory/move',
          { ...from, batch_number: batch_number ?? '', quantity: quantity.trim(), ...to, command_id },
          { announce: true },
        )
      }}
      done={done}
    />
  )
}
