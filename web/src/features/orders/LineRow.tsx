import { Button, DatePicker, Input, Select } from '@arco-design/web-react'
import { IconCopy, IconDelete } from '@arco-design/web-react/icon'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { lineTotal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import type { Kind } from './kinds'
import { productLabel, type Complaint, type DraftLine, type ProductRef } from './model'
import classes from './orders.module.css'
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
  const text = (field: 'quantity' | 'unit_price' | 'batch_number', key: string, numeric: boolean) => (
    <Input
      aria-label={aria(key)}
      data-cell={`${line.key}.${field}`}
      className={numeric ? classes.numeric : undefined}
      inputMode={numeric ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={numeric ? 24 : 64}
      status={errors?.[field] ? 'error' : undefined}
      value={line[field]}
      suffix={field === 'quantity' ? (unitOf(line)?.name ?? line.unit) || undefined : undefined}
      onChange={(value) => set({ [field]: value })}
      onPressEnter={(event) => {
        event.preventDefault()
        next(line.key, field)
      }}
    />
  )

  return (
    <tr data-line={line.key}>
      <td className={classes.static} data-label={name('no')}>
        {index + 1}
      </td>
      <td data-label={name('product')} className={classes.wide} title={line.productLabel || undefined}>
        <span data-cell={`${line.key}.product_id`}>
          <RemoteSelect
            url="/admin/warehouse.Product"
            ariaLabel={aria('product')}
            value={line.product_id}
            known={line.productLabel || undefined}
            label={(row) => productLabel(row as unknown as ProductRef)}
            error={!!errors?.product_id}
            onChange={(id, row) => {
              const product = row as unknown as (ProductRef & { price?: string }) | null
              set({
                product_id: id,
                productLabel: product ? productLabel(product) : '',
                decimals: product?.unit?.decimals ?? line.decimals,
                unit: product?.unit?.name ?? '',
                base_unit_id: product?.unit_id ?? null,
                units: product?.units ?? [],
                unit_id: null,
                ...(product?.price && !line.unit_price && !kind.gains
                  ? { unit_price: String(product.price) }
                  : {}),
              })
              next(line.key, 'warehouses_shelves_id')
            }}
          />
        </span>
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
        {text('batch_number', 'batch', false)}
        {fault('batch_number')}
      </td>
      <td data-label={name('produce')}>
        <DatePicker
          aria-label={aria('produce')}
          value={line.produce_date ?? undefined}
          onChange={(day) => set({ produce_date: day || null })}
          placeholder={t('common.optional')}
        />
        {fault('produce_date')}
      </td>
      <td data-label={name('expiry')}>
        <DatePicker
          aria-label={aria('expiry')}
          value={line.expiry_date ?? undefined}
          onChange={(day) => set({ expiry_date: day || null })}
          placeholder={t('common.optional')}
        />
        {fault('expiry_date')}
      </td>
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
