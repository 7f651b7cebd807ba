import { Form, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { http, type Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { GoodsAt } from './GoodsAt'

interface Props {
  row: Schema<'InventoryRow'>
  close: () => void
  done: () => void
}

/** The fields of the dialog, as the node names them. */
const FIELDS = ['quantity', 'to_areas_id', 'to_shelves_id']

/** Puts goods of a place elsewhere in their warehouse: what was inspected goes where it belongs. */
export default function MoveDialog({ row, close, done }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const most = decimal(row.total_quantity) ?? decimal(0)!
  const free = most.minus(decimal(row.reserved_quantity) ?? 0)
  const [quantity, setQuantity] = useState(most.toFixed())
  const [area, setArea] = useState<number | null>(null)
  const [shelf, setShelf] = useState<number | null>(null)
  const { busy, submit, faults: refused, clear } = useSubmit(show, (field) => FIELDS.includes(field))
  const amount = decimal(quantity)
  const wrong = !amount || amount.lte(0) || amount.gt(most)

  const save = (): void => {
    if (wrong) return
    const { product_id, warehouses_id, warehouses_areas_id, warehouses_shelves_id } = row
    void submit(
      (command_id) =>
        http.post(
          '/admin/warehouse.Inventory/move',
          {
            product_id,
            warehouses_id,
            warehouses_areas_id,
            warehouses_shelves_id,
            batch_number: row.batch_number ?? '',
            quantity: quantity.trim(),
            to_areas_id: area,
            to_shelves_id: shelf,
            command_id,
          },
          { announce: true },
        ),
      done,
    )
  }

  const item = (field: string, fault: string | undefined = refused[field]) => ({
    validateStatus: fault ? ('error' as const) : undefined,
    help: fault,
  })
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      clear()
      set(value)
    }
  // Free ones go first.
  const reserved = amount && !wrong && amount.gt(free) ? amount.minus(free) : null
  const quantityHint = (): string | null => {
    // The node moves none of them before a release. Where goods were oversold there is nothing to be moved.
    if (most.gt(0) && free.lt(0)) return t('inventory.moveLost', { quantity: free.neg().toFixed() })
    return (
      reserved && t('inventory.moveReserved', { count: reserved.toNumber(), quantity: reserved.toFixed() })
    )
  }
  const tooMuch = wrong ? t('reservations.rule.quantity', { most: most.toFixed() }) : undefined

  const within = [{ field: 'warehouses_id', val: String(row.warehouses_id), operator: 'eq' }]
  return (
    <Modal visible title={t('inventory.move')} onCancel={close} confirmLoading={busy} onOk={save}>
      <GoodsAt row={row} />
      <Form layout="vertical">
        <Form.Item
          label={t('records.quantityOf')}
          required
          {...item('quantity', tooMuch ?? refused.quantity)}
          extra={quantityHint()}
        >
          <Input
            aria-label={t('records.quantityOf')}
            inputMode="decimal"
            value={quantity}
            suffix={row.product?.unit?.name}
            onChange={change(setQuantity)}
          />
        </Form.Item>
        <Form.Item label={t('inventory.toArea')} {...item('to_areas_id')}>
          <RemoteSelect
            url="/admin/warehouse.WarehouseArea"
            ariaLabel={t('inventory.toArea')}
            params={{ search: within }}
            value={area}
            placeholder={t('inventory.unplaced')}
            allowClear
            onChange={change<number | null>((next) => {
              setArea(next)
              setShelf(null)
            })}
          />
        </Form.Item>
        <Form.Item label={t('inventory.toShelf')} {...item('to_shelves_id')}>
          <RemoteSelect
            url="/admin/warehouse.WarehouseShelf"
            ariaLabel={t('inventory.toShelf')}
            params={{ search: [{ field: 'warehouses_areas_id', val: String(area ?? 0), operator: 'eq' }] }}
            value={shelf}
            disabled={area === null}
            placeholder={t('common.optional')}
            allowClear
            onChange={change(setShelf)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
