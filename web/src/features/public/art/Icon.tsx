import classes from './art.module.css'

/** Only to look at: what it means is said by the words beside it. */
export function Icon({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
