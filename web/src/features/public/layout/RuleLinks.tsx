import { spread, type ShownItem } from '@/shared/session/memberRules'
import { MenuLink } from '@/shared/ui/MenuLink'
import classes from './frame.module.css'

function RuleLink({ item: { to, href, title } }: { item: ShownItem }) {
  return to !== undefined ? (
    <MenuLink to={to} className={classes.trade}>
      {title}
    </MenuLink>
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
