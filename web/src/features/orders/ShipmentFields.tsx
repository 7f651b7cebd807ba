import { Input, Select } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { HeadCell } from './HeadCell'
import type { Order } from './model'
import type { OrderDraft } from './useOrderDraft'

/** Whether an order is to be shipped, and what is known of it beforehand. */
export function ShipmentFields({ row, draft }: { row: Order | null; draft: OrderDraft }) {
  const { t } = useTranslation()
  const { head, set, headFaults } = draft
  const known = row?.carrier_id === head.carrier_id ? row?.carrier?.name : undefined
  return (
    <>
      <HeadCell label={t('orderSteps.shipment')} fault={headFaults.shipment_status}>
        <Select
          aria-label={t('orderSteps.shipment')}
          value={String(head.shipment_status)}
          options={['0', '1'].map((value) => ({ value, label: t(`orderSteps.shipmentStatus.${value}`) }))}
          onChange={(value: string) => set({ shipment_status: Number(value) })}
        />
      </HeadCell>
      {head.shipment_status === 1 && (
        <>
          <HeadCell label={t('orderSteps.carrier')} fault={headFaults.carrier_id}>
            <RemoteSelect
              url="/admin/warehouse.Carrier"
              ariaLabel={t('orderSteps.carrier')}
              value={head.carrier_id}
              known={known}
              placeholder={t('common.optional')}
              allowClear
              error={!!headFaults.carrier_id}
              onChange={(carrier_id) => set({ carrier_id })}
            />
          </HeadCell>
          <HeadCell label={t('orderSteps.courierNumber')} fault={headFaults.courier_number}>
            <Input
              aria-label={t('orderSteps.courierNumber')}
              value={head.courier_number}
              maxLength={64}
              placeholder={t('common.optional')}
              onChange={(courier_number) => set({ courier_number })}
            />
          </HeadCell>
        </>
      )}
    </>
  )
}
