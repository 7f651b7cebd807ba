import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Schema } from '@/shared/http/api'

type FreightStep = Schema<'FreightStepView'>

const WEIGHT = 2
const VOLUME = 3

/** A measure as people read it: pieces, kilograms or cubic metres. */
function measured(t: TFunction, step: FreightStep, value: number): string {
  if (step.method === WEIGHT) return `${value / 1_000} kg`
  if (step.method === VOLUME) return `${value / 1_000_000} m³`
  return t('shopOrder.freight.pieces', { count: value })
}

interface Props {
  step: FreightStep
  /** Names of the goods that it is about, where others are sent under other steps. */
  goods?: readonly string[]
}

/** One step of the freight in words: a measure, the first fee, the further ones. */
export function Step({ step, goods = [] }: Props) {
  const { t } = useTranslation()
  const money = (amount: string): string => t('shop.money', { amount })
  const of = goods.length > 0 && (
    <>
      <b>{goods.join(t('shopOrder.freight.and'))}</b>
      <br />
    </>
  )
  if (step.free_by)
    return (
      <li>
        {of}
        {t('shopOrder.freight.free', { measure: measured(t, step, step.measure) })}
      </li>
    )
  const words = !step.with_first ? 'stepMore' : step.steps > 0 ? 'step' : 'stepFirst'
  return (
    <li>
      {of}
      {t(`shopOrder.freight.${words}`, {
        measure: measured(t, step, step.measure),
        first: measured(t, step, step.first),
        firstFee: money(step.first_freight),
        steps: step.steps,
        next: measured(t, step, step.continue),
        nextFee: money(step.continue_freight),
        sum: money(step.freight),
      })}
      {step.missing_to_free && (
        <>
          <br />
          {t('shopOrder.freight.missing', { amount: money(step.missing_to_free) })}
        </>
      )}
    </li>
  )
}
