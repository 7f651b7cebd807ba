import type { ReactNode } from 'react'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Nothing } from '@/shared/ui/Page'
import { Change } from './Change'
import { share } from './figures'
import classes from './dashboard.module.css'
import type { Compared } from './types'

export interface Bar {
  key: number
  label: string
  /** What its length stands for; nothing where that is hidden. */
  size: string | number | null
  /** The figure as it is read. */
  shown: string
  /** Nothing where the user may not see what it counts. */
  link?: string
  /** What it is beside the period before. */
  compared?: Compared
}

function Row({ link, children }: { link?: string; children: ReactNode }) {
  if (!link) return <div className={classes.bar}>{children}</div>
  return (
    <RouteLink to={link} className={classes.bar}>
      {children}
    </RouteLink>
  )
}

interface Props {
  bars: readonly Bar[]
  empty: string
  /** What the longest bar could be; else the longest is as long as can be. */
  whole?: number
}

/** Named bars, each a link to what it counts, for those who may see it. */
export function Bars({ bars, empty, whole }: Props) {
  if (bars.length === 0) return <Nothing text={empty} />
  const largest = whole ?? bars.reduce((most, { size }) => Math.max(most, Number(size ?? 0)), 0)
  return (
    <ol className={classes.bars}>
      {bars.map(({ key, label, size, shown, link, compared }) => (
        <li key={key}>
          <Row link={link}>
            <span className={classes.barLabel}>{label}</span>
            <span className={classes.barFigures}>
              {compared && <Change of={compared} />}
              <strong>{shown}</strong>
            </span>
            <span className={classes.track} aria-hidden>
              <span style={{ width: `${share(size ?? 0, largest)}%` }} />
            </span>
          </Row>
        </li>
      ))}
    </ol>
  )
}
