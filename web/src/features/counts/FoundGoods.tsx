import { DatePicker, Input, Modal } from '@arco-design/web-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { findProduct, type FoundProduct, type ListedProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { faultText, unknownText } from '@/shared/scan/faultText'
import { ScanButton } from '@/shared/scan/ScanButton'
import { signalScan } from '@/shared/scan/signal'
import { useScanner } from '@/shared/scan/useScanner'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { isBlank, isWrong, NO_PARTS, sentParts, withScan, type Parts } from '@/shared/units/parts'
import { countedIn } from '@/shared/units/units'
import { act, type CountSheet } from './api'
import { CountEntry } from './CountEntry'
import classes from './counts.module.css'
import { useFaults } from './useFaults'

interface Props {
  sheet: CountSheet
  close: () => void
  saved: () => void
}

/** What is kept when another product is chosen: its own unit may be counted in, its others are its own. */
const inOwn = (parts: Parts): Parts => parts.filter(({ unit_id }) => unit_id === null)

const productName = ({ product_no, name }: Pick<FoundProduct, 'product_no' | 'name'>): string =>
  [product_no, name].filter(Boolean).join(' ')

const within = (field: string, val: number | null) => ({ search: [{ field, val, operator: 'eq' }] })

/** Goods at a place that has no line. */
export function FoundGoods({ sheet, close, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const command_id = useRandomId()
  const [product, setProduct] = useState<FoundProduct | null>(null)
  // A sheet of one area: there they lie, if nothing else is said.
  const only = sheet.covers.area_ids.length === 1 ? sheet.covers.area_ids[0]! : null
  const [area, setArea] = useState<number | null>(only)
  const [shelf, setShelf] = useState<number | null>(null)
  const [batch, setBatch] = useState('')
  const [produced, setProduced] = useState<string | null>(null)
  const [expiry, setExpiry] = useState<string | null>(null)
  const [counted, setCounted] = useState(NO_PARTS)
  const { faults, setFaults, clear } = useFaults()
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState('')
  const units = countedIn(product)

  const choose = (chosen: FoundProduct | null): void => {
    if (chosen?.id !== product?.id) setCounted(inOwn)
    setProduct(chosen)
    clear('product_id')
  }
  const take = (found: FoundProduct, scan: Scan): void => {
    const before = found.id === product?.id ? counted : NO_PARTS
    setProduct(found)
    setCounted(withScan(before, scan, countedIn(found)))
    setBatch(scan.batch ?? batch)
    setProduced(scan.produced ?? produced)
    setExpiry(scan.expires ?? expiry)
    setNote('')
    setFaults({})
  }
  // What was looked up meets the state of then.
  const latest = useRef(take)
  latest.current = take
  const scanned = async (scan: Scan): Promise<void> => {
    try {
      const found = await findProduct(scan)
      signalScan(found !== null && !found.fault)
      if (!found) return setNote(unknownText(t, scan))
      if (found.fault) return setNote(faultText(t, found.product.name, found.fault))
      latest.current(found.product, found.scan)
    } catch (error) {
      signalScan(false)
      show(error)
    }
  }
  useScanner((scan) => void scanned(scan))

  const save = async (): Promise<void> => {
    const missing = {
      ...(product === null ? { product_id: t('counts.chooseProduct') } : {}),
      ...(isBlank(counted) ? { quantity: t('counts.enterQuantity') } : {}),
    }
    setFaults(missing)
    if (busy || !product || isBlank(counted) || isWrong(counted, units)) return
    setBusy(true)
    try {
      await act('count', {
        id: sheet.id,
        product_id: product.id,
        warehouses_areas_id: area,
        warehouses_shelves_id: shelf,
        batch_number: batch.trim() || null,
        produce_date: produced,
        expiry_date: expiry,
        ...sentParts(counted),
        command_id,
      })
      saved()
      close()
    } catch (error) {
      if (error instanceof ApiError)
        setFaults(
          Object.fromEntries(
            error.errors.map(({ field, msg }) => [field.startsWith('parts') ? 'quantity' : field, msg]),
          ),
        )
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
  const day = (
    field: 'produce_date' | 'expiry_date',
    label: string,
    value: string | null,
    set: (day: string | null) => void,
  ) => (
    <div>
      <span className={classes.label}>{label}</span>
      <DatePicker
        aria-label={label}
        value={value ?? undefined}
        placeholder={t('common.optional')}
        onChange={(chosen) => {
          set(chosen || null)
          // One of them may be wrong because of the other.
          clear('produce_date', 'expiry_date')
        }}
      />
      {fault(field)}
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
          <span className={classes.label} data-required>
            {t('counts.product')}
          </span>
          <div className={classes.product}>
            <RemoteSelect
              url="/admin/warehouse.Product"
              ariaLabel={t('counts.product')}
              value={product?.id ?? null}
              known={product ? productName(product) : undefined}
              label={(row) => productName(row as ListedProduct)}
              error={!!faults.product_id}
              onChange={(_, row) => choose(row as ListedProduct | null)}
            />
            <ScanButton scanned={(scan) => void scanned(scan)} note={note} />
          </div>
          <div className={classes.fault} role="status">
            {note}
          </div>
          {fault('product_id')}
        </div>
        <div>
          <span className={classes.label}>{t('counts.area')}</span>
          <RemoteSelect
            url="/admin/warehouse.WarehouseArea"
            ariaLabel={t('counts.area')}
            value={area}
            known={area !== null && area === only ? sheet.limit_names.areas[0] : undefined}
            params={within('warehouses_id', sheet.warehouses_id)}
            allowClear
            onChange={(id) => {
              setArea(id)
              setShelf(null)
              clear('warehouses_areas_id', 'warehouses_shelves_id')
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
            onChange={(id) => {
              setShelf(id)
              clear('warehouses_shelves_id')
            }}
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
            onChange={(text) => {
              setBatch(text)
              clear('batch_number')
            }}
          />
          {fault('batch_number')}
        </div>
        {day('produce_date', t('counts.produced'), produced, setProduced)}
        {day('expiry_date', t('counts.expiry'), expiry, setExpiry)}
        <div>
          <span className={classes.label} data-required>
            {t('counts.counted')}
          </span>
          <CountEntry
            label={t('counts.counted')}
            product={units}
            parts={counted}
            change={(parts) => {
              setCounted(parts)
              clear('quantity')
            }}
            fault={faults.quantity}
            enter={() => void save()}
          />
        </div>
      </div>
    </Modal>
  )
}
