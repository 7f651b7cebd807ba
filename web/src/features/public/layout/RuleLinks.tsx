import { spread, type ShownItem } from '@/shared/session/memberRules'
import { PlaceLink } from '@/shared/ui/PlaceLink'
import classes from './frame.module.css'

function RuleLink({ item: { to, href, title } }: { item: ShownItem }) {
  return to !== undefined ? (
    <PlaceLink to={to} className={classes.trade}>
      {title}
    </PlaceLink>
  ) : (
    <a href={href} target="_blank" rel="noreferrer" className={classes.trade}>
      {title}
    </a>
  )
}

/** Entries that the back office's rules add to a list of the header. */
export function SheetLinks({ items }: { items: readonly ShownItem[] }) {
  return items.flatMap(spread).map((item) => (
    <li key={item.id}>
      <RuleLink item={item} />
    </li>
  ))
}
