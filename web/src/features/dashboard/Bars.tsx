import type { ReactNode } from 'react'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Nothing } from '@/shared/ui/Page'
import { share } from './figures'
import classes from './dashboard.module.css'

export interface Bar {
  key: number
  label: string
  /** What its length stands for; nothing where that is hidden. */
  size: string | number | null
  /** The figure as it is read. */
  shown: string
  /** Nothing where the user may not see what it counts. */
  link?: string
}

function Row({ link, children }: { link?: string; children: ReactNode }) {
  if (!link) return <div className={classes.bar}>{children}</div>
  return (
    <RouteLink to={link} className={classes.bar}>
      {children}
    </RouteLink>
  )
}

/** Named bars, each a link to what it counts, for those who may see it. */
export function Bars({ bars, empty }: { bars: readonly Bar[]; empty: string }) {
  if (bars.length === 0) return <Nothing text={empty} />
  const largest = bars.reduce((most, { size }) => Math.max(most, Number(size ?? 0)), 0)
  return (
    <ol className={classes.bars}>
      {bars.map(({ key, label, size, shown, link }) => (
        <li key={key}>
          <Row link={link}>
            <span className={classes.barLabel}>{label}</span>
            <strong>{shown}</strong>
            <span className={classes.track} aria-hidden>
              <span style={{ width: `${share(size ?? 0, largest)}%` }} />
            </span>
          </Row>
        </li>
      ))}
    </ol>
  )
}
