import { DatePicker, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { act, type CountSheet } from './api'
import classes from './counts.module.css'

interface Props {
  sheet: CountSheet
  close: () => void
  saved: () => void
}

const within = (field: string, val: number | null) => ({ search: [{ field, val, operator: 'eq' }] })

/** Goods at a place that has no line. */
export function FoundGoods({ sheet, close, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const command_id = useRandomId()
  const [product, setProduct] = useState<number | null>(null)
  const [area, setArea] = useState<number | null>(null)
  const [shelf, setShelf] = useState<number | null>(null)
  const [batch, setBatch] = useState('')
  const [expiry, setExpiry] = useState<string | null>(null)
  const [quantity, setQuantity] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)

  const save = async (): Promise<void> => {
    const missing = {
      ...(product === null ? { product_id: t('counts.chooseProduct') } : {}),
      ...(quantity.trim() ? {} : { quantity: t('counts.enterQuantity') }),
    }
    setFaults(missing)
    if (busy || Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await act('count', {
        id: sheet.id,
        product_id: product,
        warehouses_areas_id: area,
        warehouses_shelves_id: shelf,
        batch_number: batch.trim() || null,
        expiry_date: expiry,
        quantity: quantity.trim(),
        command_id,
      })
      saved()
      close()
    } catch (error) {
      if (error instanceof ApiError)
        setFaults(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])))
      show(error)
    } finally {
      setBusy(false)
    }
  }
  const fault = (field: string) =>
    faults[field] && (
      <div className={classes.fault} role="alert">
        {faults[field]}
      </div>
    )
  return (
    <Modal
      visible
      title={t('counts.foundGoods')}
      onCancel={close}
      onOk={() => void save()}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        <div className={classes.wide}>
          <span className={classes.label}>{t('counts.product')} *</span>
          <RemoteSelect
            url="/admin/warehouse.Product"
            ariaLabel={t('counts.product')}
            value={product}
            label={({ product_no, name }) => [product_no, name].filter(Boolean).join(' ')}
            error={!!faults.product_id}
            onChange={setProduct}
          />
          {fault('product_id')}
        </div>
        <div>
          <span className={classes.label}>{t('counts.area')}</span>
          <RemoteSelect
            url="/admin/warehouse.WarehouseArea"
            ariaLabel={t('counts.area')}
            value={area}
            params={within('warehouses_id', sheet.warehouses_id)}
            allowClear
            onChange={(id) => {
              setArea(id)
              setShelf(null)
            }}
          />
          {fault('warehouses_areas_id')}
        </div>
        <div>
          <span className={classes.label}>{t('counts.shelf')}</span>
          <RemoteSelect
            url="/admin/warehouse.WarehouseShelf"
            ariaLabel={t('counts.shelf')}
            value={shelf}
            params={within('warehouses_areas_id', area)}
            disabled={area === null}
            allowClear
            onChange={setShelf}
          />
          {fault('warehouses_shelves_id')}
        </div>
        <div>
          <span className={classes.label}>{t('counts.batch')}</span>
          <Input
            aria-label={t('counts.batch')}
            value={batch}
            maxLength={64}
            placeholder={t('common.optional')}
            onChange={setBatch}
          />
          {fault('batch_number')}
        </div>
        <div>
          <span className={classes.label}>{t('counts.expiry')}</span>
          <DatePicker
            aria-label={t('counts.expiry')}
            value={expiry ?? undefined}
            placeholder={t('common.optional')}
            onChange={(day) => setExpiry(day || null)}
          />
          {fault('expiry_date')}
        </div>
        <div>
          <span className={classes.label}>{t('counts.counted')} *</span>
          <Input
            aria-label={t('counts.counted')}
            inputMode="decimal"
            maxLength={24}
            value={quantity}
            status={faults.quantity ? 'error' : undefined}
            onChange={setQuantity}
            onPressEnter={() => void save()}
          />
          {fault('quantity')}
        </div>
      </div>
    </Modal>
  )
}
