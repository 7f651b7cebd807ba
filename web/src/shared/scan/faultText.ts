import type { TFunction } from 'i18next'
import { decimal, shown } from '@/shared/number/decimal'
import type { Scan } from './gs1'
import type { MeasureFault } from './measure'

/** Says why a measured quantity of a product is not taken. */
export function faultText(t: TFunction, name: string, fault: MeasureFault): string {
  const { unit, amount } = fault.measure
  const measure = `${shown(decimal(amount))} ${t(`scan.measures.${unit}`)}`
  return fault.kind === 'otherUnit'
    ? t('scan.otherUnit', { name, measure })
    : t('scan.tooFine', { name, measure, unit: fault.unit, places: fault.places })
}

/** Says why a code names no product: it can't be read, or else what `unknown` says. */
export function unknownText(
  t: TFunction,
  { raw, fault }: Scan,
  unknown: 'scan.unknown' | 'clerk.unknown' | 'clerk.unknownCode' = 'scan.unknown',
): string {
  if (!fault) return t(unknown, { code: raw })
  return t(fault === 'compressed' ? 'scan.compressed' : 'scan.unreadable', { code: raw })
}
