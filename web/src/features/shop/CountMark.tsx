import { badgeOf } from '@/shared/ui/badge'
import classes from './countMark.module.css'

/** How many there are, on the corner of the icon before it; nothing for none. */
export function CountMark({ count }: { count: number }) {
  return count > 0 && <b className={classes.mark}>{badgeOf(count)}</b>
}
