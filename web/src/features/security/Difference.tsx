import { difference } from './difference'
import classes from './security.module.css'

/** Before and after, with what differs marked. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts = difference(before, after)
  return (
    <div className={classes.difference}>
      <pre>
        {parts
          .filter((part) => part.kind !== 'new')
          .map((part, index) => (part.kind === 'gone' ? <del key={index}>{part.text}</del> : part.text))}
      </pre>
      <pre>
        {parts
          .filter((part) => part.kind !== 'gone')
          .map((part, index) => (part.kind === 'new' ? <ins key={index}>{part.text}</ins> : part.text))}
      </pre>
    </div>
  )
}
