import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { AddUnit } from '@/shared/units/AddUnit'
import { isBlank, NO_PARTS, partFault, sumOf, withQuantity, type Parts } from '@/shared/units/parts'
import { otherUnitName, unitOf, type CountedIn } from '@/shared/units/units'
import { Amount } from './Amount'
import classes from './clerk.module.css'

interface Props {
  /** Whose quantity it is, as it is read aloud. */
  name: string
  product: CountedIn
  parts: Parts
  /** What there is of it, with the words before it, in the product's own unit. */
  most?: { words: string; quantity: string }
  warns?: boolean
  change: (parts: Parts) => void
}

/** What was counted of a product: in its own unit, and in others as well. */
export function CountAmounts({ name, product, parts, most, warns, change }: Props) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<number | null>(null)
  const shown = parts.length > 0 ? parts : NO_PARTS
  const others = shown.some(({ unit_id }) => unit_id !== null)
  const inexact = shown.some((part) => partFault(part, product) === 'inexact')
  return (
    <>
      {shown.map(({ unit_id, quantity }) => {
        const unit = unitOf({ unit_id, units: product.units })
        const called = unit ? otherUnitName(unit, product.unit) : product.unit
        return (
          <Amount
            key={unit_id}
            name={unit ? `${name}, ${called}` : name}
            value={quantity}
            unit={called || undefined}
            decimals={unit?.decimals ?? product.decimals}
            focused={unit_id !== null && unit_id === added}
            most={unit || others ? undefined : most}
            warns={warns}
            change={(next) => change(withQuantity(shown, unit_id, next))}
          />
        )
      })}
      {product.units.length > 0 && (
        <div className={classes.units}>
          <AddUnit
            size="large"
            product={product}
            parts={shown}
            label={name}
            add={(unit) => {
              setAdded(unit)
              change(withQuantity(shown, unit, ''))
            }}
          />
          {others && !isBlank(shown) && (
            <span>
              = <Numeral value={sumOf(shown, product)} unit={product.unit} />
            </span>
          )}
        </div>
      )}
      {inexact && <span className={classes.warning}>{t('orders.rule.exact', { unit: product.unit })}</span>}
    </>
  )
}
