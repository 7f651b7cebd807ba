import { Checkbox, Form, Input, Message, Modal, Select } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import RemoteSelects from '@/resource/widgets/RemoteSelects'
import { asReferences } from '@/resource/widgets/references'
import classes from './goods.module.css'
import { FIGURE, figuresFit, withBatch, type Batch, type Sku, type SpecState } from './spec'

const FIELDS = ['price', 'origin_price', 'weight', 'volume', 'ratio', 'buffer'] as const

interface Props {
  state: SpecState
  isVirtual: boolean
  done: (skus: Sku[]) => void
  close: () => void
}

/** Sets several SKUs together; what stays empty stays as it is. */
export function BatchDialog({ state, isVirtual, done, close }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [batch, setBatch] = useState<Batch>({})
  const fields = isVirtual ? (['price', 'origin_price', 'stock'] as const) : FIELDS
  const set = (field: Exclude<keyof Batch, 'warehouses_ids' | 'status'>, value: string): void => {
    const rest = { ...batch }
    delete rest[field]
    setBatch(value === '' ? rest : { ...rest, [field]: value })
  }
  const save = (): void => {
    if (Object.keys(batch).length === 0)
      return void Message.warning({ id: 'spec', content: t('shopAdmin.spec.batchNothing') })
    if (!figuresFit(batch))
      return void Message.warning({ id: 'spec', content: t('shopAdmin.spec.incomplete') })
    done(withBatch(state, chosen, batch))
  }
  return (
    <Modal visible title={t('shopAdmin.spec.batch')} onCancel={close} onOk={save}>
      <Form layout="vertical">
        {state.groups.length > 0 && <p className={classes.hint}>{t('shopAdmin.spec.batchWhich')}</p>}
        {state.groups.map((group) => (
          <Form.Item key={group.id} label={group.name}>
            <Checkbox.Group
              aria-label={group.name}
              value={chosen.filter((id) => group.values.some((value) => value.id === id))}
              options={group.values.map(({ id, text }) => ({ value: id, label: text }))}
              onChange={(ids: string[]) =>
                setChosen([...chosen.filter((id) => !group.values.some((value) => value.id === id)), ...ids])
              }
            />
          </Form.Item>
        ))}
        <div className={classes.batch}>
          {fields.map((field) => (
            <Form.Item key={field} label={t(`shopAdmin.sku.${field}`)}>
              <Input
                inputMode="decimal"
                aria-label={t(`shopAdmin.sku.${field}`)}
                placeholder={t('shopAdmin.spec.asItIs')}
                value={batch[field] ?? ''}
                onChange={(next) => {
                  if (FIGURE.test(next.trim())) set(field, next.trim())
                }}
              />
            </Form.Item>
          ))}
          <Form.Item label={t('shopAdmin.sku.status')}>
            <Select
              aria-label={t('shopAdmin.sku.status')}
              allowClear
              placeholder={t('shopAdmin.spec.asItIs')}
              value={batch.status}
              options={[
                { value: 1, label: t('common.enabled') },
                { value: 0, label: t('common.disabled') },
              ]}
              onChange={(status: number | undefined) => {
                const rest = { ...batch }
                delete rest.status
                setBatch(status === undefined ? rest : { ...rest, status })
              }}
            />
          </Form.Item>
        </div>
        {!isVirtual && (
          <Form.Item label={t('shopAdmin.sku.warehouses')} extra={t('shopDesk.batchWarehouses')}>
            <RemoteSelects
              {...asReferences('warehouse.Warehouse', t('shopAdmin.sku.warehouses'))}
              value={batch.warehouses_ids ?? []}
              onChange={(ids) => {
                const chosen = (Array.isArray(ids) ? ids : []).map(Number)
                const rest = { ...batch }
                delete rest.warehouses_ids
                setBatch(chosen.length === 0 ? rest : { ...rest, warehouses_ids: chosen })
              }}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
