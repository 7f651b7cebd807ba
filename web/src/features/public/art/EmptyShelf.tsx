import classes from './art.module.css'

/** A shelf with a gap in it. */
export function EmptyShelf() {
  return (
    <svg className={classes.art} viewBox="0 0 280 180" aria-hidden="true">
      <path className={classes.lineStrong} d="M30 20h8v150h-8zM242 20h8v150h-8z" />
      <path className={classes.line} d="M30 84h220v8H30zM30 154h220v8H30z" />
      <rect className={classes.wood} x="52" y="44" width="44" height="40" rx="3" />
      <rect className={classes.tintStrong} x="102" y="54" width="36" height="30" rx="3" />
      <rect className={classes.wood} x="192" y="40" width="40" height="44" rx="3" />
      <rect className={classes.tintStrong} x="52" y="116" width="40" height="38" rx="3" />
      <rect className={classes.wood} x="186" y="120" width="46" height="34" rx="3" />
      <rect
        className={classes.strokeSoft}
        x="112"
        y="112"
        width="56"
        height="42"
        rx="3"
        strokeDasharray="5 5"
      />
      <path className={classes.stroke} d="M134 126a6 6 0 1 1 8 6c-1.5.6-2 1.5-2 3m0 6v.2" />
    </svg>
  )
}
