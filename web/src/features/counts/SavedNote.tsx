import { Button } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { stateOf, type CountLine } from './api'
import classes from './counts.module.css'
import type { SavedCount } from './useCountLine'

interface Props {
  count: SavedCount
  /** The line as it is by now, where it is still shown. */
  row: CountLine | undefined
  /** Goes to its field. */
  again: () => void
}

/**
 * What became of the last count. That it differs is said where the node says so: of a blind sheet only that it is to be
 * counted again, and never what the books have.
 */
export function SavedNote({ count, row, again }: Props) {
  const { t } = useTranslation()
  const first = row?.results.length === 1 && stateOf(row) === 'different'
  const differs = count.recount || first
  return (
    <div className={classes.saved} role="status" data-differs={differs}>
      <span>
        {row?.product.name && <strong>{row.product.name}</strong>}{' '}
        {t(differs ? 'counts.differs' : 'counts.saved')}
      </span>
      {differs && row && (
        <Button size="small" onClick={again}>
          {t('counts.views.recount')}
        </Button>
      )}
    </div>
  )
}
