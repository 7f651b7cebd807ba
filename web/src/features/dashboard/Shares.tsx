import { useTranslation } from 'react-i18next'
import { shown } from '@/shared/number/decimal'
import { Card } from '@/shared/ui/Page'
import { Bars } from './Bars'
import classes from './dashboard.module.css'
import { recordsLink } from './figures'
import { partOf } from './period'
import type { Compared, Moves } from './types'

interface Props {
  moves: Moves
  /** Bars lead to the records that they count. */
  opens: boolean
}

interface Part {
  key: number
  label: string
  of: Compared
  link: string
}

function Parts({ title, parts, opens }: { title: string; parts: readonly Part[]; opens: boolean }) {
  const { t } = useTranslation()
  const whole = parts.reduce((sum, { of }) => sum + of.now, 0)
  return (
    <Card label={title}>
      <h2 className={classes.title}>{title}</h2>
      <Bars
        empty={t('dashboard.noMovesThen')}
        whole={whole}
        bars={parts.map(({ key, label, of, link }) => ({
          key,
          label,
          size: of.now,
          shown: t('dashboard.share', { percent: partOf(of.now, whole), number: shown(of.now) }),
          compared: of,
          link: opens ? link : undefined,
        }))}
      />
    </Card>
  )
}

/** Which parts of the movements of a period belong to each warehouse, and to each kind of movement. */
export function Shares({ moves, opens }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Parts
        title={t('dashboard.byWarehouse')}
        opens={opens}
        parts={moves.warehouses.map(({ warehouses_id, name, moves: of }) => ({
          key: warehouses_id,
          label: name,
          of,
          link: recordsLink({ warehouses_id }, moves.since),
        }))}
      />
      <Parts
        title={t('dashboard.byKind')}
        opens={opens}
        parts={moves.operations.map(({ operation_type, moves: of }) => ({
          key: operation_type,
          label: t(`dashboard.operations.${operation_type}`),
          of,
          link: recordsLink({ operation_type }, moves.since),
        }))}
      />
    </>
  )
}
