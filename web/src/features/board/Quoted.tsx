import type { ResourceRow } from '@/resource/schema/types'
import { moment } from '@/shared/ui/time'
import classes from './board.module.css'

/** The message that is being answered. */
export function Quoted({ row }: { row: ResourceRow }) {
  const who = [row.name, row.company, row.mobile, row.email].filter(Boolean).join(' · ')
  return (
    <figure className={classes.quoted}>
      <blockquote>{String(row.content ?? '')}</blockquote>
      <figcaption>
        <span>{who}</span>
        <time>{moment(Number(row.create_time))}</time>
      </figcaption>
    </figure>
  )
}
