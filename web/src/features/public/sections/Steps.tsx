import classes from './sections.module.css'

/** Things that follow each other; the number is the place in the row. */
export function Steps({ list }: { list: readonly { mark?: string; title?: string; text: string }[] }) {
  return (
    <ol className={classes.steps}>
      {list.map(({ mark, title, text }, index) => (
        <li key={text}>
          <span className={mark ? `${classes.mark} ${classes.wide}` : classes.mark}>{mark ?? index + 1}</span>
          {title && <h3>{title}</h3>}
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
