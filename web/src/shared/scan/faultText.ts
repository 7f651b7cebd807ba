import type { TFunction } from 'i18next'
import { decimal, shown } from '@/shared/number/decimal'
import type { MeasureFault } from './measure'

/** Says why a measured quantity of a product is not taken. */
export function faultText(t: TFunction, name: string, fault: MeasureFault): string {
  const { unit, amount } = fault.measure
  const measure = `${shown(decimal(amount))} ${t(`scan.measures.${unit}`)}`
  return fault.kind === 'otherUnit'
    ? t('scan.otherUnit', { name, measure })
    : t('scan.tooFine', { name, measure, unit: fault.unit, places: fault.places })
}
