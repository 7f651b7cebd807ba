import list from '@/resource/list.module.css'
import { ShortText } from '@/shared/ui/ShortText'
import classes from './orders.module.css'

/** An order's number in a list and, where it has another one, the number that its partner has given it. */
export function OrderNumber({ number, reference }: { number: string; reference?: string | null }) {
  return (
    <>
      <span className={list.clickable}>{number}</span>
      {reference && reference !== number && (
        <div className={classes.hint}>
          <ShortText text={reference} />
        </div>
      )}
    </>
  )
}
