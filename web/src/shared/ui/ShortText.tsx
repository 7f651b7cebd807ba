import classes from './ui.module.css'

/** A name in a list, cut where it is too long for its column; whole under the pointer. */
export function ShortText({ text }: { text: string | null | undefined }) {
  if (!text) return <>–</>
  return (
    <span className={classes.short} title={text}>
      {text}
    </span>
  )
}
