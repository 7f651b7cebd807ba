/** The cells that lines of all orders have. They carry `data-cell`, so that Enter finds the next one. */
import { Button, Input, type InputProps } from '@arco-design/web-react'
import { IconCopy, IconDelete } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { unitOf } from '@/shared/units/units'
import { BatchChoice } from './BatchChoice'
import { availableTo, isShort, type Reach } from './freeStock'
import type { Area, DraftLine, LineErrors, Spot } from './model'
import classes from './orders.module.css'
import type { LeftStock } from './sharedStock'
import stockClasses from './stock.module.css'
import { UnitChoice } from './UnitChoice'

/** What is wrong with a line, by field. */
export type Faults = LineErrors | undefined

/** What every cell knows of its line. */
export interface OfLine {
  line: DraftLine
  /** From 0. */
  index: number
  faults: Faults
}

interface Filling extends OfLine {
  set: (changes: Partial<DraftLine>) => void
  /** Moves on from a cell. */
  next: (after: string) => void
}

/** What is wrong with a field, below it. */
export function CellFault({ faults, field }: { faults: Faults; field: string }) {
  const { t } = useTranslation()
  const fault = faults?.[field]
  if (!fault) return null
  return (
    <div className={classes.fault} role="alert" data-fault>
      {typeof fault === 'string' ? fault : t(fault.key, { count: fault.count, unit: fault.unit })}
    </div>
  )
}

type TextField = 'quantity' | 'unit_price' | 'batch_number'

interface TextProps extends Filling, Pick<InputProps, 'value' | 'suffix' | 'placeholder' | 'onBlur'> {
  field: TextField
  label: string
}

/** A field that is typed. */
export function TextCell({ line, index, faults, set, next, field, label, value, ...input }: TextProps) {
  const numeric = field !== 'batch_number'
  return (
    <Input
      aria-label={`${label} ${index + 1}`}
      data-cell={`${line.key}.${field}`}
      className={numeric ? classes.numeric : undefined}
      inputMode={numeric ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={numeric ? 24 : 64}
      status={faults?.[field] ? 'error' : undefined}
      value={value ?? line[field]}
      onChange={(text) => set({ [field]: text })}
      onPressEnter={(event) => {
        event.preventDefault()
        next(field)
      }}
      {...input}
    />
  )
}

interface StockProps extends Filling {
  /** What other lines leave of the line's product; nothing where that is not told. */
  stock: LeftStock | undefined
  reach: Reach
}

/** How much, in which unit, and how much there is. */
export function QuantityCell({ stock, reach, ...filling }: StockProps) {
  const { t } = useTranslation()
  const { line, index, faults, set } = filling
  return (
    <td data-label={t('orders.line.quantity')}>
      <TextCell
        {...filling}
        field="quantity"
        label={t('orders.line.quantity')}
        suffix={(unitOf(line)?.name ?? line.unit) || undefined}
      />
      <UnitChoice
        line={line}
        label={`${t('orders.line.unit')} ${index + 1}`}
        change={(unit_id) => set({ unit_id })}
      />
      <CellFault faults={faults} field="quantity" />
      <CellFault faults={faults} field="unit_id" />
      {stock && reach !== 'put' && (
        <div className={isShort(line, stock, reach) ? stockClasses.short : classes.hint}>
          {t('orderForm.available')} <Numeral value={availableTo(line, stock, reach)} unit={line.unit} />
          {stock.others && (
            <span className={stockClasses.others}>
              {t('orderForm.others')} <Numeral value={stock.others} unit={line.unit} />
            </span>
          )}
        </div>
      )}
    </td>
  )
}

/** The batch: chosen where goods are taken, typed where they are new. */
export function BatchCell({ stock, reach, ...filling }: StockProps) {
  const { t } = useTranslation()
  const { line, index, faults, set, next } = filling
  const label = t('orders.line.batch')
  return (
    <td data-label={label}>
      {stock && reach !== 'put' ? (
        <BatchChoice
          line={line}
          stock={stock}
          reach={reach}
          label={`${label} ${index + 1}`}
          error={!!faults?.batch_number}
          change={set}
          next={() => next('batch_number')}
        />
      ) : (
        <TextCell {...filling} field="batch_number" label={label} placeholder={t('common.optional')} />
      )}
      <CellFault faults={faults} field="batch_number" />
    </td>
  )
}

interface SpotProps extends Omit<OfLine, 'line'> {
  warehouse: number | null
  spot: Spot
  put: (spot: Spot) => void
  /** How the columns are called. */
  area: string
  shelf: string
  /** What the fields begin with, as the node names them. */
  prefix?: string
  /** The area of lines that name none. */
  usual: Area
}

const belongsTo = (field: string, val: number | null) => ({ search: [{ field, val, operator: 'eq' }] })

/** An area and a shelf of a warehouse, in two cells. */
export function SpotCells({
  index,
  faults,
  warehouse,
  spot,
  put,
  area,
  shelf,
  prefix = '',
  usual,
}: SpotProps) {
  const { t } = useTranslation()
  const inArea = spot.area ?? usual.id
  const [areaField, shelfField] = [`${prefix}warehouses_areas_id`, `${prefix}warehouses_shelves_id`]
  return (
    <>
      <td data-label={area}>
        <RemoteSelect
          url="/admin/warehouse.WarehouseArea"
          ariaLabel={`${area} ${index + 1}`}
          disabled={warehouse === null}
          params={belongsTo('warehouses_id', warehouse)}
          value={spot.area}
          known={spot.areaLabel ?? undefined}
          placeholder={usual.name ?? t('common.optional')}
          allowClear
          error={!!faults?.[areaField]}
          onChange={(id, row) =>
            put({ area: id, areaLabel: row ? String(row.name) : null, shelf: null, shelfLabel: null })
          }
        />
        <CellFault faults={faults} field={areaField} />
      </td>
      <td data-label={shelf}>
        <RemoteSelect
          url="/admin/warehouse.WarehouseShelf"
          ariaLabel={`${shelf} ${index + 1}`}
          disabled={inArea === null}
          params={belongsTo('warehouses_areas_id', inArea)}
          value={spot.shelf}
          known={spot.shelfLabel ?? undefined}
          placeholder={t('common.optional')}
          allowClear
          error={!!faults?.[shelfField]}
          onChange={(id, row) => {
            // A shelf is named with its area.
            const area = id === null || spot.area !== null ? {} : { area: inArea, areaLabel: usual.name }
            put({ ...spot, ...area, shelf: id, shelfLabel: row ? String(row.name) : null })
          }}
        />
        <CellFault faults={faults} field={shelfField} />
      </td>
    </>
  )
}

interface ButtonsProps {
  index: number
  copy: () => void
  remove: () => void
}

/** What can be done with a whole line. */
export function LineButtons({ index, copy, remove }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <td className={classes.right}>
      <Button
        type="text"
        size="small"
        icon={<IconCopy />}
        aria-label={`${t('orders.line.copy')} ${index + 1}`}
        onClick={copy}
      />
      <Button
        type="text"
        size="small"
        status="danger"
        icon={<IconDelete />}
        aria-label={`${t('orders.line.remove')} ${index + 1}`}
        onClick={remove}
      />
    </td>
  )
}
