import { Input, Radio } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './clerk.module.css'
import type { Spot } from './places'
import { SpotSelect } from './SpotSelect'

/** Longest reason, as the desk's dialog has it. */
const REASON_MAX = 200

interface Props {
  /** Whether scans count as damaged goods. */
  scans: boolean
  setScans: (damaged: boolean) => void
  /** Whether goods have been counted as damaged. */
  some: boolean
  /** Where damaged goods may lie. */
  spots: readonly Spot[]
  place: Spot | null
  choose: (place: Spot) => void
  reason: string
  setReason: (reason: string) => void
}

/** Says of goods from the road that they are damaged: which scans are, where such goods go, and what is wrong with them. */
export function DamagedGoods({ scans, setScans, some, spots, place, choose, reason, setReason }: Props) {
  const { t } = useTranslation()
  return (
    <section className={classes.damages} aria-label={t('clerk.damaged')}>
      <span id="clerk-scans">{t('clerk.scansCountAs')}</span>
      <Radio.Group
        type="button"
        size="large"
        name="clerk-scans"
        aria-labelledby="clerk-scans"
        className={classes.sorts}
        value={scans}
        options={[
          { label: t('clerk.good'), value: false },
          { label: t('clerk.damaged'), value: true },
        ]}
        onChange={setScans}
      />
      {(scans || some) &&
        (spots.length === 0 ? (
          <span className={classes.warning}>{t('clerk.noHeldPlaces')}</span>
        ) : (
          <>
            <SpotSelect label={t('clerk.damagedInto')} value={place} spots={spots} choose={choose} />
            <Input
              size="large"
              aria-label={t('clerk.damagedReason')}
              placeholder={t('clerk.damagedReason')}
              maxLength={REASON_MAX}
              value={reason}
              onChange={setReason}
            />
          </>
        ))}
    </section>
  )
}
