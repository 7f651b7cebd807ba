import { lazy, Suspense } from 'react'
import classes from '../cells/cells.module.css'
import type { FieldKind } from './kind'
import { textFilter } from './text'

const NamedIcon = lazy(() => import('@/shared/ui/icons/NamedIcon'))

const COLOUR = /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgb|hsl)a?\([\d\s%.,/]+\))$/i

export const color: FieldKind = {
  cell: (value) => (
    <span className={classes.colour}>
      <span className={classes.swatch} style={{ background: String(value) }} aria-hidden />
      {String(value)}
    </span>
  ),
  filter: textFilter,
  wrong: (_, value) => (COLOUR.test(String(value)) ? undefined : { key: 'resource.colourRule' }),
}

export const icon: FieldKind = {
  cell: (value, { whole }) => (
    <span className={classes.colour}>
      <Suspense fallback={null}>
        <NamedIcon name={String(value)} />
      </Suspense>
      {whole && String(value)}
    </span>
  ),
  filter: textFilter,
}
