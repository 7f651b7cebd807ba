import classes from './pills.module.css'

interface Props<K> {
  /** What is chosen from, for those who do not see it. */
  label: string
  options: readonly { key: K; label: string; count?: number }[]
  chosen: K
  choose: (key: K) => void
}

/** One of several, as a row of buttons. */
export function Pills<K extends string | number | null>({ label, options, chosen, choose }: Props<K>) {
  return (
    <div className={classes.pills} role="group" aria-label={label}>
      {options.map(({ key, label: name, count }) => (
        <button
          key={String(key)}
          type="button"
          className={classes.pill}
          aria-pressed={chosen === key}
          onClick={() => choose(key)}
        >
          {name}
          {count !== undefined && <small>{count}</small>}
        </button>
      ))}
    </div>
  )
}
