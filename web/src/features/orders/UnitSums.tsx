import type Big from 'big.js'
import { Fragment } from 'react'
import { Numeral } from '@/shared/ui/Numeral'

/** Sums in several units: pieces and kilograms make no sum. */
export function UnitSums({ sums }: { sums: readonly { unit: string; quantity: Big }[] }) {
  if (sums.length === 0) return <Numeral value={0} />
  return (
    <>
      {sums.map(({ unit, quantity }, index) => (
        <Fragment key={unit}>
          {index > 0 && ' + '}
          <Numeral value={quantity} unit={unit} />
        </Fragment>
      ))}
    </>
  )
}
