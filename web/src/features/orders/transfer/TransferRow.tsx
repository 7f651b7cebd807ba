import { Button, Input } from '@arco-design/web-react'
import { IconCopy, IconDelete } from '@arco-design/web-react/icon'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scan } from '@/shared/scan/gs1'
import { Numeral } from '@/shared/ui/Numeral'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { BatchChoice } from '../BatchChoice'
import { availableTo, isShort, type FreeStock } from '../freeStock'
import classes from '../orders.module.css'
import { ProductCell } from '../ProductCell'
import stockClasses from '../stock.module.css'
import { UnitChoice } from '../UnitChoice'
import { unitOf } from '../units'
import type { Spot, TransferLine } from './useTransferDraft'

interface Props {
  line: TransferLine
  index: number
  source: number | null
  target: number | null
  errors: Readonly<Record<string, string>> | undefined
  /** What there is of its product at the source; nothing where that is not told. */
  stock: FreeStock | undefined
  scanned: (scan: Scan) => void
  /** The line is being filled in. */
  enter: (key: number) => void
  change: (key: number, changes: Partial<TransferLine>) => void
  copy: (key: number) => void
  remove: (key: number) => void
  next: (key: number, after: string) => void
}

const within = (field: string, val: number | null) => ({ search: [{ field, val, operator: 'eq' }] })

/** One line of a transfer's form: a product with the places that it goes from and to. */
export const TransferRow = memo(function TransferRow({
  line,
  index,
  source,
  target,
  errors,
  stock,
  scanned,
  enter,
  change,
  copy,
  remove,
  next,
}: Props) {
  const { t } = useTranslation()
  const words = (column: string): string =>
    t(/^(from|to)/.test(column) ? `transferOrders.${column}` : `orders.line.${column}`)
  const aria = (column: string): string => `${words(column)} ${index + 1}`
  const set = (changes: Partial<TransferLine>): void => change(line.key, changes)
  const fault = (field: string) =>
    errors?.[field] ? (
      <div className={classes.fault} role="alert">
        {errors[field]}
      </div>
    ) : null

  const from: Spot = {
    area: line.warehouses_areas_id,
    areaLabel: line.areaLabel,
    shelf: line.warehouses_shelves_id,
    shelfLabel: line.shelfLabel,
  }
  const setFrom = (spot: Spot): void =>
    set({
      warehouses_areas_id: spot.area,
      areaLabel: spot.areaLabel,
      warehouses_shelves_id: spot.shelf,
      shelfLabel: spot.shelfLabel,
    })
  const spot = (side: 'from' | 'to', place: Spot, put: (spot: Spot) => void) => {
    const warehouse = side === 'from' ? source : target
    const prefix = side === 'from' ? '' : 'target_'
    return (
      <>
        <td data-label={words(`${side}Area`)}>
          <RemoteSelect
            url="/admin/warehouse.WarehouseArea"
            ariaLabel={aria(`${side}Area`)}
            disabled={warehouse === null}
            params={within('warehouses_id', warehouse)}
            value={place.area}
            known={place.areaLabel ?? undefined}
            placeholder={t('common.optional')}
            allowClear
            error={!!errors?.[`${prefix}warehouses_areas_id`]}
            onChange={(area, row) =>
              put({ area, areaLabel: row ? String(row.name) : null, shelf: null, shelfLabel: null })
            }
          />
          {fault(`${prefix}warehouses_areas_id`)}
        </td>
        <td data-label={words(`${side}Shelf`)}>
          <RemoteSelect
            url="/admin/warehouse.WarehouseShelf"
            ariaLabel={aria(`${side}Shelf`)}
            disabled={place.area === null}
            params={within('warehouses_areas_id', place.area)}
            value={place.shelf}
            known={place.shelfLabel ?? undefined}
            placeholder={t('common.optional')}
            allowClear
            error={!!errors?.[`${prefix}warehouses_shelves_id`]}
            onChange={(shelf, row) => put({ ...place, shelf, shelfLabel: row ? String(row.name) : null })}
          />
          {fault(`${prefix}warehouses_shelves_id`)}
        </td>
      </>
    )
  }
  const text = (field: 'quantity' | 'batch_number', column: string) => (
    <Input
      aria-label={aria(column)}
      data-cell={`${line.key}.${field}`}
      className={field === 'quantity' ? classes.numeric : undefined}
      inputMode={field === 'quantity' ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={field === 'quantity' ? 24 : 64}
      status={errors?.[field] ? 'error' : undefined}
      value={line[field]}
      placeholder={field === 'quantity' ? undefined : t('common.optional')}
      suffix={field === 'quantity' ? (unitOf(line)?.name ?? line.unit) || undefined : undefined}
      onChange={(value) => set({ [field]: value })}
      onPressEnter={(event) => {
        event.preventDefault()
        // A transfer's line has no price to go to.
        next(line.key, field === 'quantity' ? 'unit_price' : field)
      }}
    />
  )

  return (
    <tr data-line={line.key} onFocus={() => enter(line.key)} onMouseDown={() => enter(line.key)}>
      <td className={classes.static} data-label={words('no')}>
        {index + 1}
      </td>
      <td data-label={words('product')} className={classes.wide} title={line.productLabel || undefined}>
        <ProductCell
          line={line}
          label={aria('product')}
          error={!!errors?.product_id}
          priced={false}
          change={set}
          chosen={() => next(line.key, 'warehouses_shelves_id')}
          scanned={scanned}
        />
        {fault('product_id')}
      </td>
      {spot('from', from, setFrom)}
      {spot('to', line.to, (to) => set({ to }))}
      <td data-label={words('quantity')}>
        {text('quantity', 'quantity')}
        <UnitChoice line={line} label={aria('unit')} change={(unit_id) => set({ unit_id })} />
        {fault('quantity')}
        {fault('unit_id')}
        {stock && (
          <div className={isShort(line, stock) ? stockClasses.short : classes.hint}>
            {t('orderForm.available')} <Numeral value={availableTo(line, stock)} unit={line.unit} />
          </div>
        )}
      </td>
      <td data-label={words('batch')}>
        {stock ? (
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
          text('batch_number', 'batch')
        )}
        {fault('batch_number')}
      </td>
      <td className={classes.right}>
        <Button
          type="text"
          size="small"
          icon={<IconCopy />}
          aria-label={`${t('orders.line.copy')} ${index + 1}`}
          onClick={() => copy(line.key)}
        />
        <Button
          type="text"
          size="small"
          status="danger"
          icon={<IconDelete />}
          aria-label={`${t('orders.line.remove')} ${index + 1}`}
          onClick={() => remove(line.key)}
        />
      </td>
    </tr>
  )
})
