import classes from './cells.module.css'

/** A text in one line, or all of it. */
export function Text({ text, whole, mono }: { text: string; whole?: boolean; mono?: boolean }) {
  if (whole) return <span className={classes.whole}>{text}</span>
  return (
    <span className={mono ? `${classes.text} ${classes.json}` : classes.text} title={text}>
      {text}
    </span>
  )
}

export const Missing = () => <>–</>
