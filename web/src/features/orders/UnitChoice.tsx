import { Select } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { baseQuantity, otherUnitName, unitOf, type InUnit } from '@/shared/units/units'
import type { DraftLine } from './model'
import classes from './orders.module.css'
import { pricePerUnit } from './units'

interface Props {
  /** A quantity of a product, with the name of the product's own unit. */
  line: InUnit & { unit: string }
  /** The name of the input, as it is read aloud. */
  label: string
  change: (unit: number | null) => void
}

/** The product's own unit has no id of another one. */
const OWN = 0

/** Which unit a line is entered in, with its quantity in the product's own. Nothing for a product with one unit. */
export function UnitChoice({ line, label, change }: Props) {
  if (line.units.length === 0) return null
  const options = [
    { value: OWN, label: line.unit },
    ...line.units.map((unit) => ({ value: unit.unit_id, label: otherUnitName(unit, line.unit) })),
  ]
  return (
    <>
      <Select
        size="small"
        aria-label={label}
        value={line.unit_id ?? OWN}
        options={options}
        triggerProps={{ autoAlignPopupWidth: false }}
        onChange={(unit: number) => change(unit === OWN ? null : unit)}
      />
      {unitOf(line) && (
        <div className={classes.hint}>
          = <Numeral value={baseQuantity(line)} unit={line.unit} />
        </div>
      )}
    </>
  )
}

/** What a price is of: always the product's own unit; beside it the price of the unit that is entered in. */
export function PriceOfUnit({ line, digits }: { line: DraftLine; digits: number }) {
  const { t } = useTranslation()
  const unit = unitOf(line)
  if (!unit) return null
  return (
    <div className={classes.hint}>
      {t('orders.line.perUnit', { unit: line.unit })}
      {pricePerUnit(line) && (
        <>
          {' '}
          = <Numeral value={pricePerUnit(line)} money digits={digits} /> / {unit.name}
        </>
      )}
    </div>
  )
}
