import { Form, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import RemoteSelects from '@/resource/widgets/RemoteSelects'
import { asReferences } from '@/resource/widgets/references'
import { FIGURE, type Sku } from './spec'

interface Props {
  sku: Sku
  name: string
  disabled?: boolean
  change: (sku: Sku) => void
  close: () => void
}

/** How a SKU sells its warehouse product: what is kept back, from where. */
export function SkuMore({ sku, name, disabled, change, close }: Props) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(sku)
  const figure = (field: 'buffer') => (
    <Form.Item label={t(`shopAdmin.sku.${field}`)} extra={t(`shopAdmin.sku.${field}Tip`)}>
      <Input
        inputMode="decimal"
        aria-label={t(`shopAdmin.sku.${field}`)}
        value={held[field]}
        disabled={disabled}
        onChange={(next) => {
          if (FIGURE.test(next.trim())) setHeld({ ...held, [field]: next.trim() })
        }}
      />
    </Form.Item>
  )
  const warehouses = t('shopAdmin.sku.warehouses')
  return (
    <Modal
      visible
      title={name}
      onCancel={close}
      okButtonProps={{ disabled }}
      onOk={() => {
        change(held)
        close()
      }}
    >
      <Form layout="vertical">
        {figure('buffer')}
        <Form.Item label={warehouses} extra={t('shopAdmin.sku.warehousesTip')}>
          <RemoteSelects
            {...asReferences('warehouse.Warehouse', warehouses)}
            value={held.warehouses_ids}
            disabled={disabled}
            onChange={(ids) => setHeld({ ...held, warehouses_ids: ids as number[] })}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
