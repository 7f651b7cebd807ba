import classes from './art.module.css'

/** A harbour store between two journeys: a ship on one side, a lorry on the other. */
export function AboutArt() {
  return (
    <svg className={classes.art} viewBox="0 0 640 360" aria-hidden="true">
      <circle className={classes.tint} cx="330" cy="150" r="140" />
      <path className={classes.cyanSoft} d="M0 286c30-14 60-14 90 0s60 14 90 0v74H0Z" />
      <path className={classes.blueStrong} d="M18 236h164l-22 52H44Z" />
      <rect className={classes.orange} x="52" y="204" width="34" height="32" rx="2" />
      <rect className={classes.cyan} x="90" y="204" width="34" height="32" rx="2" />
      <rect className={classes.tintStrong} x="70" y="170" width="34" height="32" rx="2" />
      <rect className={classes.paper} x="132" y="180" width="32" height="56" rx="3" />
      <path className={classes.line} d="M180 310h460v8H180z" />
      <path className={classes.paper} d="M222 150 330 84l108 66v160H222Z" />
      <path className={classes.blue} d="M210 152 330 78l120 74-10 14-110-68-110 68Z" />
      <rect className={classes.soft} x="254" y="186" width="152" height="124" />
      <path className={classes.lineStrong} d="M254 244h152v6H254z" />
      {[262, 300, 338, 370].map((x, index) => (
        <g key={x}>
          <rect
            className={[classes.wood, classes.tintStrong, classes.cyan, classes.wood][index]}
            x={x}
            y={[214, 206, 218, 210][index]}
            width="30"
            height={[30, 38, 26, 34][index]}
            rx="2"
          />
          <rect
            className={[classes.cyanSoft, classes.wood, classes.orange, classes.tintStrong][index]}
            x={x}
            y={[276, 270, 280, 272][index]}
            width="30"
            height={[34, 40, 30, 38][index]}
            rx="2"
          />
        </g>
      ))}
      <rect className={classes.paper} x="484" y="220" width="92" height="72" rx="5" />
      <path className={classes.blueStrong} d="M576 244h26l20 26v22h-46Z" />
      <path className={classes.cyanSoft} d="M584 252h15l12 17h-27Z" />
      <rect className={classes.tint} x="496" y="236" width="68" height="10" rx="5" />
      {[512, 594].map((x) => (
        <g key={x}>
          <circle className={classes.ink} cx={x} cy="298" r="14" />
          <circle className={classes.line} cx={x} cy="298" r="5" />
        </g>
      ))}
    </svg>
  )
}
