import classes from './art.module.css'

/** Decorative: the text beside it has the meaning. */
export function Icon({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
