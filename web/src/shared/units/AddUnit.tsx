import { Button, type ButtonProps } from '@arco-design/web-react'
import type { Parts } from './parts'
import { otherUnitName, type CountedIn } from './units'

interface Props extends Pick<ButtonProps, 'size' | 'disabled'> {
  /** The units that the quantity may be counted in beside the product's own. */
  product: CountedIn
  /** Those that it is counted in. */
  parts: Parts
  /** The name of the quantity, as it is read aloud. */
  label: string
  add: (unit: number) => void
}

/** Counts a quantity in another unit of its product as well: a button for each that it is not counted in yet. */
export function AddUnit({ product, parts, label, add, ...look }: Props) {
  const open = product.units.filter(({ unit_id }) => !parts.some((part) => part.unit_id === unit_id))
  return open.map((unit) => {
    const name = otherUnitName(unit, product.unit)
    return (
      <Button
        key={unit.unit_id}
        type="text"
        aria-label={`${label}, ${name}`}
        // What is being typed keeps the focus until the new field has it.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => add(unit.unit_id)}
        {...look}
      >
        + {name}
      </Button>
    )
  })
}
