import { Button } from '@arco-design/web-react'
import classes from '../list.module.css'
import type { Row, RowAction } from '../types'

interface RowLinksProps<T> {
  row: T
  actions: readonly RowAction<T>[]
}

/** Where a row leads, in its panel. */
export function RowLinks<T extends Row>({ row, actions }: RowLinksProps<T>) {
  const links = actions.filter(({ link, when }) => link && (when?.(row) ?? true))
  if (links.length === 0) return null
  return (
    <div className={classes.links}>
      {links.map(({ key, label, run }) => (
        <Button key={key} onClick={() => run(row)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
