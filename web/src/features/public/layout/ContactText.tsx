import type { ContactLine } from './contacts'
import classes from './frame.module.css'

/** One way to reach the company. */
export function ContactText({ line: { text, href } }: { line: ContactLine }) {
  return href ? <a href={href}>{text}</a> : <span className={classes.lines}>{text}</span>
}
