import { DatePicker, Form } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http, type Schema } from '@/shared/http'
import { ReasonDialog } from '@/shared/ui/ReasonDialog'
import { GoodsAt } from './GoodsAt'
import { REASON_MAX } from './reason'

interface Props {
  row: Schema<'InventoryRow'>
  close: () => void
  done: () => void
}

/** Corrects the dates of a batch in its warehouse, or of goods without a batch at their place. */
export default function DatesDialog({ row, close, done }: Props) {
  const { t } = useTranslation()
  const [produce, setProduce] = useState(row.produce_date ?? '')
  const [expiry, setExpiry] = useState(row.expiry_date ?? '')
  const wrong = !!produce && !!expiry && produce > expiry
  const { product_id, warehouses_id, warehouses_areas_id, warehouses_shelves_id, batch_number } = row

  const send = (reason: string, command_id: string): Promise<unknown> =>
    http.post(
      '/admin/warehouse.Inventory/dates',
      {
        product_id,
        warehouses_id,
        warehouses_areas_id: warehouses_areas_id ?? undefined,
        warehouses_shelves_id: warehouses_shelves_id ?? undefined,
        batch_number: batch_number ?? '',
        produce_date: produce,
        expiry_date: expiry,
        reason,
        command_id,
      },
      { announce: true },
    )

  return (
    <ReasonDialog
      most={REASON_MAX}
      title={t('inventory.dates')}
      problem={wrong ? t('inventory.datesOrder') : null}
      close={close}
      send={send}
      done={done}
    >
      <GoodsAt row={row} />
      <p>
        {batch_number ? t('inventory.datesOfBatch', { batch: batch_number }) : t('inventory.datesOfPlace')}
      </p>
      <Form.Item label={t('inventory.produce')}>
        <DatePicker
          aria-label={t('inventory.produce')}
          value={produce || undefined}
          placeholder={t('inventory.unknownDate')}
          onChange={(day) => setProduce(day || '')}
        />
      </Form.Item>
      <Form.Item label={t('inventory.expiry')}>
        <DatePicker
          aria-label={t('inventory.expiry')}
          value={expiry || undefined}
          placeholder={t('inventory.unknownDate')}
          onChange={(day) => setExpiry(day || '')}
        />
      </Form.Item>
    </ReasonDialog>
  )
}
