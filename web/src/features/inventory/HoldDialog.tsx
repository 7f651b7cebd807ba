import { Form, Input, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { WarehouseSelect } from '@/shared/ui/WarehouseSelect'
import { hold, type Batch, type Lost } from './holds'

interface Props {
  /** What is known of it already. */
  batch: Partial<Batch> & { product_name?: string }
  close: () => void
  done: (lost: Lost[]) => void
}

/** The fields of the dialog, as the node names them. */
const FIELDS = ['product_id', 'batch_number', 'warehouses_id', 'state', 'reason'] as const
type Field = (typeof FIELDS)[number]

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
  // What the node refuses, by its names of the fields, until something is changed.
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({})
  const wrong: Partial<Record<Field, string>> = {
    ...(product === null ? { product_id: t('holds.rule.product') } : {}),
    ...(reason.trim() ? {} : { reason: t('common.reasonNeeded') }),
  }
  const faultOf = (field: Field): string | undefined => refused[field] ?? (tried ? wrong[field] : undefined)
  const item = (field: Field) => ({
    validateStatus: faultOf(field) ? ('error' as const) : undefined,
    help: faultOf(field),
  })
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setRefused({})
      set(value)
    }

  const save = async (): Promise<void> => {
    setTried(true)
    setRefused({})
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
      const errors = error instanceof ApiError ? error.errors : []
      const ours = errors.filter(({ field }) => FIELDS.some((known) => known === field))
      setRefused(Object.fromEntries(ours.map(({ field, msg }) => [field, msg])))
      if (ours.length === 0) show(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal visible title={t('holds.hold')} onCancel={close} confirmLoading={busy} onOk={() => void save()}>
      <Form layout="vertical">
        <Form.Item label={t('inventory.product')} required {...item('product_id')}>
          <RemoteSelect
            url="/admin/warehouse.Product"
            ariaLabel={t('inventory.product')}
            value={product}
            known={batch.product_name}
            label={(row) => `${String(row.product_no)} ${String(row.name)}`}
            onChange={change(setProduct)}
          />
        </Form.Item>
        <Form.Item label={t('inventory.batch')} extra={t('holds.noBatch')} {...item('batch_number')}>
          <Input
            aria-label={t('inventory.batch')}
            value={number}
            maxLength={64}
            onChange={change(setNumber)}
          />
        </Form.Item>
        <Form.Item
          label={t('inventory.warehouse')}
          extra={t('holds.everywhereHint')}
          {...item('warehouses_id')}
        >
          <WarehouseSelect
            usableFor="warehouse/batchHold/add"
            ariaLabel={t('inventory.warehouse')}
            value={warehouse}
            placeholder={t('holds.everywhere')}
            allowClear
            onChange={change(setWarehouse)}
          />
        </Form.Item>
        <Form.Item label={t('holds.state')} {...item('state')}>
          <Radio.Group
            type="button"
            value={state}
            onChange={change<number>(setState)}
            options={[1, 2, 3].map((value) => ({ value, label: t(`holds.states.${value}`) }))}
          />
        </Form.Item>
        <Form.Item label={t('holds.reason')} required {...item('reason')}>
          <Input.TextArea
            aria-label={t('holds.reason')}
            value={reason}
            maxLength={500}
            autoSize={{ minRows: 2 }}
            onChange={change(setReason)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
