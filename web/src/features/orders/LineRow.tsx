import { Button, DatePicker, Input, Select } from '@arco-design/web-react'
import { IconCopy, IconDelete } from '@arco-design/web-react/icon'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal, lineTotal, places } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import { Numeral } from '@/shared/ui/Numeral'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { BatchChoice } from './BatchChoice'
import { availableTo, isShort, type FreeStock } from './freeStock'
import type { Kind } from './kinds'
import type { Complaint, DraftLine } from './model'
import classes from './orders.module.css'
import { ProductCell } from './ProductCell'
import stockClasses from './stock.module.css'
import { PriceOfUnit, UnitChoice } from './UnitChoice'
import { baseQuantity, unitOf } from './units'

interface Props {
  line: DraftLine
  index: number
  kind: Kind
  /** The order's. */
  type: number | null
  warehouse: number | null
  errors: Readonly<Record<string, Complaint | string>> | undefined
  /** What there is of its product; nothing where that is not told. */
  stock: FreeStock | undefined
  /** Decimals of the column's prices. */
  digits: number
  scanned: (scan: Scan) => void
  /** The line is being filled in. */
  enter: (key: number) => void
  change: (key: number, changes: Partial<DraftLine>) => void
  copy: (key: number) => void
  remove: (key: number) => void
  next: (key: number, after: string) => void
}

const within = (field: string, val: number | null) => ({ search: [{ field, val, operator: 'eq' }] })

/** One editable line. Cells carry `data-cell` so that Enter finds the next one. */
export const LineRow = memo(function LineRow({
  line,
  index,
  kind,
  type,
  warehouse,
  errors,
  stock,
  digits,
  scanned,
  enter,
  change,
  copy,
  remove,
  next,
}: Props) {
  const { t } = useTranslation()
  const set = (changes: Partial<DraftLine>): void => change(line.key, changes)
  const fault = (field: string) => {
    const error = errors?.[field]
    if (!error) return null
    return (
      <div className={classes.fault} role="alert">
        {typeof error === 'string' ? error : t(error.key, { count: error.count, unit: error.unit })}
      </div>
    )
  }
  const name = (key: string): string => t(`orders.line.${key}`)
  const aria = (key: string): string => `${name(key)} ${index + 1}`
  // What is typed stays as it is; a price that is left has as many decimals as the others of its column.
  const [typing, setTyping] = useState<string | null>(null)
  const price = decimal(line.unit_price)
  const shownPrice =
    price && typing !== 'unit_price' && places(price) <= digits ? price.toFixed(digits) : line.unit_price
  const day = (field: 'produce_date' | 'expiry_date', key: string) => (
    <>
      <DatePicker
        aria-label={aria(key)}
        value={line[field] ?? undefined}
        onChange={(value) => set({ [field]: value || null })}
        placeholder={t('common.optional')}
      />
      {fault(field)}
    </>
  )
  const text = (field: 'quantity' | 'unit_price' | 'batch_number', key: string, numeric: boolean) => (
    <Input
      aria-label={aria(key)}
      data-cell={`${line.key}.${field}`}
      className={numeric ? classes.numeric : undefined}
      inputMode={numeric ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={numeric ? 24 : 64}
      status={errors?.[field] ? 'error' : undefined}
      value={field === 'unit_price' ? shownPrice : line[field]}
      suffix={field === 'quantity' ? (unitOf(line)?.name ?? line.unit) || undefined : undefined}
      onFocus={() => setTyping(field)}
      onBlur={() => setTyping(null)}
      onChange={(value) => set({ [field]: value })}
      onPressEnter={(event) => {
        event.preventDefault()
        next(line.key, field)
      }}
    />
  )

  return (
    <tr data-line={line.key} onFocus={() => enter(line.key)} onMouseDown={() => enter(line.key)}>
      <td className={classes.static} data-label={name('no')}>
        {index + 1}
      </td>
      <td data-label={name('product')} className={classes.wide} title={line.productLabel || undefined}>
        <ProductCell
          line={line}
          label={aria('product')}
          error={!!errors?.product_id}
          priced={!kind.gains}
          change={set}
          chosen={() => next(line.key, 'warehouses_shelves_id')}
          scanned={scanned}
        />
        {fault('product_id')}
      </td>
      <td data-label={name('area')}>
        <RemoteSelect
          url="/admin/warehouse.WarehouseArea"
          ariaLabel={aria('area')}
          disabled={warehouse === null}
          params={within('warehouses_id', warehouse)}
          value={line.warehouses_areas_id}
          known={line.areaLabel ?? undefined}
          placeholder={t('common.optional')}
          allowClear
          error={!!errors?.warehouses_areas_id}
          onChange={(id, row) =>
            set({
              warehouses_areas_id: id,
              areaLabel: row ? String(row.name) : null,
              warehouses_shelves_id: null,
              shelfLabel: null,
            })
          }
        />
        {fault('warehouses_areas_id')}
      </td>
      <td data-label={name('shelf')}>
        <RemoteSelect
          url="/admin/warehouse.WarehouseShelf"
          ariaLabel={aria('shelf')}
          disabled={line.warehouses_areas_id === null}
          params={within('warehouses_areas_id', line.warehouses_areas_id)}
          value={line.warehouses_shelves_id}
          known={line.shelfLabel ?? undefined}
          placeholder={t('common.optional')}
          allowClear
          error={!!errors?.warehouses_shelves_id}
          onChange={(id, row) =>
            set({ warehouses_shelves_id: id, shelfLabel: row ? String(row.name) : null })
          }
        />
        {fault('warehouses_shelves_id')}
      </td>
      <td data-label={name('quantity')}>
        {text('quantity', 'quantity', true)}
        <UnitChoice line={line} label={aria('unit')} change={(unit_id) => set({ unit_id })} />
        {fault('quantity')}
        {fault('unit_id')}
        {stock && (
          <div className={isShort(line, stock) ? stockClasses.short : classes.hint}>
            {t('orderForm.available')} <Numeral value={availableTo(line, stock)} unit={line.unit} />
          </div>
        )}
      </td>
      <td data-label={name('price')}>
        {text('unit_price', 'price', true)}
        <PriceOfUnit line={line} />
        {fault('unit_price')}
      </td>
      <td className={`${classes.static} ${classes.right}`} data-label={name('total')}>
        <Numeral value={lineTotal(String(baseQuantity(line) ?? ''), line.unit_price || '0')} digits={2} />
      </td>
      <td data-label={name('batch')}>
        {kind.takes && stock ? (
          <span data-cell={`${line.key}.batch_number`}>
            <BatchChoice
              line={line}
              stock={stock}
              label={aria('batch')}
              error={!!errors?.batch_number}
              change={(batch_number) => set({ batch_number })}
            />
          </span>
        ) : (
          text('batch_number', 'batch', false)
        )}
        {fault('batch_number')}
      </td>
      {!kind.takes && (
        <>
          <td data-label={name('produce')}>{day('produce_date', 'produce')}</td>
          <td data-label={name('expiry')}>{day('expiry_date', 'expiry')}</td>
        </>
      )}
      {kind.gains && (
        <td data-label={name('reason')}>
          <Select
            aria-label={aria('reason')}
            value={line.reason === null ? undefined : String(line.reason)}
            placeholder={t(`${kind.typeWords}.${type}`)}
            allowClear
            options={kind.types.map((value) => ({ value, label: t(`${kind.typeWords}.${value}`) }))}
            onChange={(value?: string) => set({ reason: value ? Number(value) : null })}
          />
          {fault('reason')}
        </td>
      )}
      <td className={classes.right}>
        <Button
          type="text"
          size="small"
          icon={<IconCopy />}
          aria-label={`${name('copy')} ${index + 1}`}
          onClick={() => copy(line.key)}
        />
        <Button
          type="text"
          size="small"
          status="danger"
          icon={<IconDelete />}
          aria-label={`${name('remove')} ${index + 1}`}
          onClick={() => remove(line.key)}
        />
      </td>
    </tr>
  )
})
