import classes from './office.module.css'

/** What is wrong with a field, below it. */
export function Fault({ text, id }: { text?: string | null; id?: string }) {
  return text ? (
    <div role="alert" id={id} className={classes.fault}>
      {text}
    </div>
  ) : null
}
