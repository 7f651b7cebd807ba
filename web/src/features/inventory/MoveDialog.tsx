import { Form, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { http, type Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'

interface Props {
  row: Schema<'InventoryRow'>
  close: () => void
  done: () => void
}

/** Puts goods of a place elsewhere in their warehouse: what was inspected goes where it belongs. */
export default function MoveDialog({ row, close, done }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const command_id = useRandomId()
  const most = (decimal(row.total_quantity) ?? decimal(0)!).minus(decimal(row.reserved_quantity) ?? 0)
  const [quantity, setQuantity] = useState(most.toFixed())
  const [area, setArea] = useState<number | null>(null)
  const [shelf, setShelf] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const amount = decimal(quantity)
  const wrong = !amount || amount.lte(0) || amount.gt(most)

  const save = async (): Promise<void> => {
    if (wrong) return
    setBusy(true)
    try {
      const { product_id, warehouses_id, warehouses_areas_id, warehouses_shelves_id } = row
      await http.post(
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
      )
      done()
    } catch (error) {
      show(error)
    } finally {
      setBusy(false)
    }
  }

  const within = [{ field: 'warehouses_id', val: String(row.warehouses_id), operator: 'eq' }]
  return (
    <Modal
      visible
      title={t('inventory.move')}
      onCancel={close}
      confirmLoading={busy}
      onOk={() => void save()}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('records.quantityOf')}
          required
          validateStatus={wrong ? 'error' : undefined}
          help={wrong ? t('reservations.rule.quantity', { most: most.toFixed() }) : undefined}
        >
          <Input
            aria-label={t('records.quantityOf')}
            inputMode="decimal"
            value={quantity}
            suffix={row.product?.unit?.name}
            onChange={setQuantity}
          />
        </Form.Item>
        <Form.Item label={t('records.area')}>
          <RemoteSelect
            url="/admin/warehouse.WarehouseArea"
            ariaLabel={t('records.area')}
            params={{ search: within }}
            value={area}
            allowClear
            onChange={(next) => {
              setArea(next)
              setShelf(null)
            }}
          />
        </Form.Item>
        <Form.Item label={t('records.shelf')}>
          <RemoteSelect
            url="/admin/warehouse.WarehouseShelf"
            ariaLabel={t('records.shelf')}
            params={{ search: [{ field: 'warehouses_areas_id', val: String(area ?? 0), operator: 'eq' }] }}
            value={shelf}
            disabled={area === null}
            allowClear
            onChange={setShelf}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
