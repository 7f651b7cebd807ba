import { DatePicker, Select } from '@arco-design/web-react'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal, lineTotal, places } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { baseQuantity } from '@/shared/units/units'
import type { Side } from './draftHead'
import { reachOf } from './freeStock'
import type { Kind } from './kinds'
import {
  BatchCell,
  CellFault,
  LineButtons,
  QuantityCell,
  SpotCells,
  TextCell,
  type Faults,
} from './LineCells'
import { atSpot, inArea, spotOf, takesAt, type DraftLine } from './model'
import classes from './orders.module.css'
import { ProductCell } from './ProductCell'
import type { LeftStock } from './sharedStock'
import { PriceOfUnit } from './UnitChoice'
import type { ScanTaken } from './useScannedLines'

interface Props {
  line: DraftLine
  index: number
  kind: Kind
  /** The order's. */
  type: number | null
  at: Side
  /** Of a transfer: where the goods go. */
  to: Side
  errors: Faults
  /** What other lines leave of its product; nothing where that is not told. */
  stock: LeftStock | undefined
  /** Decimals of the column's prices. */
  digits: number
  /** Decimals of the prices of the units that are entered in. */
  unitDigits: number
  /** The table has columns for dates. */
  dated: boolean
  scanned: ScanTaken
  /** The line is being filled in. */
  enter: (key: number) => void
  change: (key: number, changes: Partial<DraftLine>) => void
  copy: (key: number) => void
  remove: (key: number) => void
  next: (key: number, after: string) => void
}

/** One editable line. */
export const LineRow = memo(function LineRow({
  line,
  index,
  kind,
  type,
  at,
  to,
  errors,
  stock,
  digits,
  unitDigits,
  dated,
  scanned,
  enter,
  change,
  copy,
  remove,
  next,
}: Props) {
  const { t } = useTranslation()
  const set = (changes: Partial<DraftLine>): void => change(line.key, changes)
  const name = (key: string): string => t(`orders.line.${key}`)
  const aria = (key: string): string => `${name(key)} ${index + 1}`
  // A line without a price has none to go to.
  const follow = (after: string): void =>
    next(line.key, !kind.priced && after === 'quantity' ? 'unit_price' : after)
  const placed = useMemo(() => inArea(line, at.area), [line, at.area])
  const cell = { line: placed, index, faults: errors, set, next: follow }
  const reach = reachOf(line, kind, type)
  // What is typed stays as it is; a price that is left has as many decimals as the others of its column.
  // Entering the field changes nothing: a selected price would lose its selection, and typing would add to it.
  const [typing, setTyping] = useState(false)
  const price = decimal(line.unit_price)
  const shownPrice = price && !typing && places(price) <= digits ? price.toFixed(digits) : line.unit_price
  const day = (field: 'produce_date' | 'expiry_date', key: string) => (
    <td data-label={name(key)}>
      {!takesAt(line, kind, type) && (
        <>
          <DatePicker
            aria-label={aria(key)}
            value={line[field] ?? undefined}
            onChange={(value) => set({ [field]: value || null })}
            placeholder={t('common.optional')}
          />
          <CellFault faults={errors} field={field} />
        </>
      )}
    </td>
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
          priced={kind.priced && !kind.gains && !kind.purchases}
          change={set}
          chosen={() => follow('product_id')}
          scanned={scanned}
        />
        <CellFault faults={errors} field="product_id" />
      </td>
      <SpotCells
        index={index}
        faults={errors}
        warehouse={at.warehouse}
        spot={spotOf(line)}
        put={(spot) => set(atSpot(spot))}
        area={kind.twoSided ? t('transferOrders.fromArea') : name('area')}
        shelf={kind.twoSided ? t('transferOrders.fromShelf') : name('shelf')}
        usual={at.area}
      />
      {kind.twoSided && (
        <SpotCells
          index={index}
          faults={errors}
          warehouse={to.warehouse}
          spot={line.to}
          put={(spot) => set({ to: spot })}
          area={t('transferOrders.toArea')}
          shelf={t('transferOrders.toShelf')}
          prefix="target_"
          usual={to.area}
        />
      )}
      <QuantityCell {...cell} stock={stock} reach={reach} />
      {kind.priced && (
        <>
          <td data-label={name('price')}>
            <TextCell
              {...cell}
              set={(changes) => {
                setTyping(true)
                set(changes)
              }}
              field="unit_price"
              label={name('price')}
              value={shownPrice}
              onBlur={() => setTyping(false)}
            />
            <PriceOfUnit line={line} digits={unitDigits} />
            <CellFault faults={errors} field="unit_price" />
          </td>
          <td className={`${classes.static} ${classes.right}`} data-label={name('total')}>
            <Numeral value={lineTotal(String(baseQuantity(line) ?? ''), line.unit_price || '0')} money />
          </td>
        </>
      )}
      <BatchCell {...cell} stock={stock} reach={reach} />
      {dated && day('produce_date', 'produce')}
      {dated && day('expiry_date', 'expiry')}
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
          <CellFault faults={errors} field="reason" />
        </td>
      )}
      <LineButtons index={index} copy={() => copy(line.key)} remove={() => remove(line.key)} />
    </tr>
  )
})
