import classes from './action.module.css'

/** What is wrong with a field, below it. */
export function Fault({ text, id }: { text?: string | null | false; id?: string }) {
  return text ? (
    <div role="alert" id={id} className={classes.fault}>
      {text}
    </div>
  ) : null
}
