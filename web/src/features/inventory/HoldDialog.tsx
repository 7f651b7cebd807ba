import { Form, Input, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { hold, type Batch, type Lost } from './holds'

interface Props {
  /** What is known of it already. */
  batch: Partial<Batch> & { product_name?: string }
  close: () => void
  done: (lost: Lost[]) => void
}

/** Holds a batch: which, where, why. */
export default function HoldDialog({ batch, close, done }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const command = useRandomId()
  const [product, setProduct] = useState<number | null>(batch.product_id ?? null)
  const [number, setNumber] = useState(batch.batch_number ?? '')
  const [warehouse, setWarehouse] = useState<number | null>(batch.warehouses_id ?? null)
  const [state, setState] = useState(1)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const wrong = {
    product: product === null ? t('holds.rule.product') : undefined,
    reason: reason.trim() ? undefined : t('holds.rule.reason'),
  }
  const item = (key: keyof typeof wrong) => ({
    validateStatus: tried && wrong[key] ? ('error' as const) : undefined,
    help: tried ? wrong[key] : undefined,
  })

  const save = async (): Promise<void> => {
    setTried(true)
    if (product === null || wrong.reason) return
    setBusy(true)
    try {
      const { released } = await hold(
        { product_id: product, batch_number: number.trim(), warehouses_id: warehouse },
        state,
        reason.trim(),
        command,
      )
      done(released)
    } catch (error) {
      show(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal visible title={t('holds.hold')} onCancel={close} confirmLoading={busy} onOk={() => void save()}>
      <Form layout="vertical">
        <Form.Item label={t('inventory.product')} required {...item('product')}>
          <RemoteSelect
            url="/admin/warehouse.Product"
            ariaLabel={t('inventory.product')}
            value={product}
            known={batch.product_name}
            label={(row) => `${String(row.product_no)} ${String(row.name)}`}
            onChange={setProduct}
          />
        </Form.Item>
        <Form.Item label={t('inventory.batch')} extra={t('holds.noBatch')}>
          <Input aria-label={t('inventory.batch')} value={number} maxLength={64} onChange={setNumber} />
        </Form.Item>
        <Form.Item label={t('inventory.warehouse')} extra={t('holds.everywhereHint')}>
          <RemoteSelect
            url="/admin/warehouse.Warehouse"
            ariaLabel={t('inventory.warehouse')}
            value={warehouse}
            placeholder={t('holds.everywhere')}
            allowClear
            onChange={setWarehouse}
          />
        </Form.Item>
        <Form.Item label={t('holds.state')}>
          <Radio.Group
            type="button"
            value={state}
            onChange={(next: number) => setState(next)}
            options={[1, 2, 3].map((value) => ({ value, label: t(`holds.states.${value}`) }))}
          />
        </Form.Item>
        <Form.Item label={t('holds.reason')} required {...item('reason')}>
          <Input.TextArea
            aria-label={t('holds.reason')}
            value={reason}
            maxLength={500}
            autoSize={{ minRows: 2 }}
            onChange={setReason}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
