import { Input } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { AddUnit } from '@/shared/units/AddUnit'
import { isBlank, partFault, sumOf, withQuantity, type Part, type Parts } from '@/shared/units/parts'
import { otherUnitName, unitOf, type CountedIn } from '@/shared/units/units'
import classes from './counts.module.css'

interface Props {
  /** The name of the quantity, as it is read aloud. */
  label: string
  product: CountedIn
  parts: Parts
  change: (parts: Parts) => void
  /** The number of the line whose result it is. */
  line?: number
  disabled?: boolean
  /** As wide as its place and easy to hit. */
  large?: boolean
  /** What else is wrong with it. */
  fault?: string
  enter: () => void
  /** The focus has gone elsewhere. */
  leave?: () => void
}

/** What somebody counted: in the product's own unit, and in others as well. */
export function CountEntry({
  label,
  product,
  parts,
  change,
  line,
  disabled,
  large,
  fault,
  enter,
  leave,
}: Props) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<number | null>(null)
  const others = parts.some(({ unit_id }) => unit_id !== null)
  const sum = sumOf(parts, product)
  const input = (part: Part) => {
    const { unit_id, quantity } = part
    const unit = unitOf({ unit_id, units: product.units })
    return (
      <Input
        key={unit_id}
        aria-label={unit ? `${label}, ${otherUnitName(unit, product.unit)}` : label}
        data-line={unit ? undefined : line}
        className={large ? classes.large : classes.input}
        size={large ? 'large' : undefined}
        enterKeyHint="next"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        autoFocus={unit_id !== null && unit_id === added}
        disabled={disabled}
        status={fault || partFault(part, product) ? 'error' : undefined}
        suffix={(unit?.name ?? product.unit) || undefined}
        value={quantity}
        onChange={(text) => change(withQuantity(parts, unit_id, text))}
        onPressEnter={(event) => {
          event.preventDefault()
          enter()
        }}
      />
    )
  }
  const faults = new Set(parts.flatMap((part) => partFault(part, product) ?? []))
  return (
    <div
      className={large ? classes.largeParts : classes.parts}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave?.()
      }}
    >
      {parts.map(input)}
      <AddUnit
        size={large ? 'large' : 'mini'}
        product={product}
        parts={parts}
        label={label}
        disabled={disabled}
        add={(unit) => {
          setAdded(unit)
          change(withQuantity(parts, unit, ''))
        }}
      />
      {others && !isBlank(parts) && (
        <div className={classes.small}>
          = <Numeral value={sum} unit={product.unit} />
        </div>
      )}
      {faults.has('wrong') && (
        <div className={classes.fault} role="alert">
          {t('counts.wrongQuantity')}
        </div>
      )}
      {faults.has('inexact') && (
        <div className={classes.fault} role="alert">
          {t('counts.inexact', { unit: product.unit })}
        </div>
      )}
      {fault && (
        <div className={classes.fault} role="alert">
          {fault}
        </div>
      )}
    </div>
  )
}
