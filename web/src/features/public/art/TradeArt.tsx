import type { ReactNode } from 'react'
import type { Trade } from '../layout/navigation'
import classes from './art.module.css'

function Reels() {
  return (
    <>
      {[
        [92, 120, 62],
        [210, 132, 50],
        [306, 112, 70],
      ].map(([x = 0, y = 0, r = 0], index) => (
        <g key={x}>
          <circle className={classes.paper} cx={x} cy={y} r={r} />
          <circle className={index === 1 ? classes.cyanSoft : classes.tint} cx={x} cy={y} r={r - 10} />
          <circle className={classes.paper} cx={x} cy={y} r={r * 0.3} />
          {[0, 60, 120, 180, 240, 300].map((angle) => (
            <circle
              key={angle}
              className={index === 1 ? classes.cyan : classes.blue}
              cx={x + Math.cos((angle * Math.PI) / 180) * r * 0.56}
              cy={y + Math.sin((angle * Math.PI) / 180) * r * 0.56}
              r="4"
            />
          ))}
        </g>
      ))}
      <path className={classes.line} d="M154 168h168v18H154z" />
      {[160, 182, 204, 226, 248, 270, 292].map((x) => (
        <rect key={x} className={classes.blueStrong} x={x} y="172" width="12" height="10" rx="1.5" />
      ))}
    </>
  )
}

function Rolls() {
  const shades = [
    classes.blueStrong,
    classes.cyan,
    classes.orange,
    classes.tintStrong,
    classes.green,
    classes.cyanSoft,
  ]
  return (
    <>
      <path className={classes.line} d="M40 96h320v6H40zM40 186h320v6H40z" />
      {shades.map((shade, index) => {
        const x = 62 + (index % 6) * 48
        const length = [62, 50, 66, 56, 46, 60][index] ?? 50
        return (
          <g key={index}>
            <rect className={shade} x={x} y={186 - length - 6} width="36" height={length + 6} rx="6" />
            <ellipse className={classes.paper} cx={x + 18} cy={186 - length - 6} rx="18" ry="7" />
            <ellipse className={classes.lineStrong} cx={x + 18} cy={186 - length - 6} rx="5" ry="2" />
          </g>
        )
      })}
      {[70, 130, 190, 250].map((x, index) => (
        <g key={x}>
          <rect className={shades[(index + 3) % 6]} x={x} y="66" width="56" height="30" rx="14" />
          <circle className={classes.paper} cx={x + 15} cy="81" r="9" />
        </g>
      ))}
      <path className={classes.strokeCyan} d="M322 60v30m-8-24 8-6 8 6m-16 18 8 6 8-6" />
    </>
  )
}

function Parts() {
  return (
    <>
      <circle className={classes.paper} cx="122" cy="118" r="66" />
      <circle className={classes.line} cx="122" cy="118" r="54" />
      <circle className={classes.paper} cx="122" cy="118" r="28" />
      <circle className={classes.blueStrong} cx="122" cy="118" r="10" />
      {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
        <circle
          key={angle}
          className={classes.paper}
          cx={122 + Math.cos((angle * Math.PI) / 180) * 41}
          cy={118 + Math.sin((angle * Math.PI) / 180) * 41}
          r="4"
        />
      ))}
      <path className={classes.orange} d="M64 84a66 66 0 0 1 40-30l8 24a42 42 0 0 0-24 18Z" />
      <rect className={classes.paper} x="222" y="76" width="126" height="100" rx="8" />
      <path className={classes.tint} d="M222 84a8 8 0 0 1 8-8h110a8 8 0 0 1 8 8v22H222Z" />
      <path className={classes.blueStrong} d="M276 76h18v30h-18z" />
      <rect className={classes.lineStrong} x="238" y="124" width="58" height="7" rx="3.5" />
      <rect className={classes.line} x="238" y="140" width="76" height="6" rx="3" />
      <rect className={classes.line} x="238" y="154" width="48" height="6" rx="3" />
      <circle className={classes.greenSoft} cx="328" cy="152" r="13" />
      <path className={classes.strokeCyan} d="M322 152l4.5 4.500L335 148" />
    </>
  )
}

const DRAWN: Record<Trade, () => ReactNode> = { electronics: Reels, textile: Rolls, automotive: Parts }

/**
 * A drawing of an industry's goods on a shelf. Decorative (the text beside it says the same), unless a label
 * is given.
 */
export function TradeArt({ trade, label, framed }: { trade: Trade; label?: string; framed?: boolean }) {
  const Goods = DRAWN[trade]
  return (
    <svg
      className={classes.art}
      viewBox="0 0 400 224"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect className={classes.soft} width="400" height="224" rx={framed ? 10 : 0} />
      <Goods />
    </svg>
  )
}
