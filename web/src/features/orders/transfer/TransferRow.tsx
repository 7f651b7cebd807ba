import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BatchCell, CellFault, LineButtons, QuantityCell, SpotCells, type Faults } from '../LineCells'
import { atSpot, spotOf } from '../model'
import classes from '../orders.module.css'
import { ProductCell } from '../ProductCell'
import type { LeftStock } from '../sharedStock'
import type { ScanTaken } from '../useScannedLines'
import { inArea, type Area, type TransferLine } from './useTransferDraft'

interface Props {
  line: TransferLine
  index: number
  source: number | null
  target: number | null
  /** The areas of lines that name none. */
  sourceArea: Area
  targetArea: Area
  errors: Faults
  /** What other lines leave of its product at the source; nothing where that is not told. */
  stock: LeftStock | undefined
  scanned: ScanTaken
  /** The line is being filled in. */
  enter: (key: number) => void
  change: (key: number, changes: Partial<TransferLine>) => void
  copy: (key: number) => void
  remove: (key: number) => void
  next: (key: number, after: string) => void
}

/** One line of a transfer's form: a product with the places that it goes from and to. */
export const TransferRow = memo(function TransferRow({
  line,
  index,
  source,
  target,
  sourceArea,
  targetArea,
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
  const set = (changes: Partial<TransferLine>): void => change(line.key, changes)
  // A transfer's line has no price to go to.
  const follow = (after: string): void => next(line.key, after === 'quantity' ? 'unit_price' : after)
  const placed = useMemo(() => inArea(line, sourceArea), [line, sourceArea])
  const cell = { line: placed, index, faults: errors, set, next: follow }
  const name = (key: string): string => t(`orders.line.${key}`)

  return (
    <tr data-line={line.key} onFocus={() => enter(line.key)} onMouseDown={() => enter(line.key)}>
      <td className={classes.static} data-label={name('no')}>
        {index + 1}
      </td>
      <td data-label={name('product')} className={classes.wide} title={line.productLabel || undefined}>
        <ProductCell
          line={line}
          label={`${name('product')} ${index + 1}`}
          error={!!errors?.product_id}
          priced={false}
          change={set}
          chosen={() => follow('product_id')}
          scanned={scanned}
        />
        <CellFault faults={errors} field="product_id" />
      </td>
      <SpotCells
        index={index}
        faults={errors}
        warehouse={source}
        spot={spotOf(line)}
        put={(spot) => set(atSpot(spot))}
        area={t('transferOrders.fromArea')}
        shelf={t('transferOrders.fromShelf')}
        usual={sourceArea}
      />
      <SpotCells
        index={index}
        faults={errors}
        warehouse={target}
        spot={line.to}
        put={(to) => set({ to })}
        area={t('transferOrders.toArea')}
        shelf={t('transferOrders.toShelf')}
        prefix="target_"
        usual={targetArea}
      />
      <QuantityCell {...cell} stock={stock} reach="picked" />
      <BatchCell {...cell} stock={stock} reach="picked" />
      <LineButtons index={index} copy={() => copy(line.key)} remove={() => remove(line.key)} />
    </tr>
  )
})
