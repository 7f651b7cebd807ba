import { useTranslation } from 'react-i18next'
import classes from './art.module.css'

/** Levels of six articles, in parts of the bar; the last is below its safety level. */
const LEVELS = [0.92, 0.74, 0.83, 0.58, 0.66, 0.18]
const DAYS = [22, 30, 26, 41, 36, 52, 47, 60, 55, 72, 66, 80]

/** A picture of the back office: stock levels, a month's chart and a notification. */
export function HomeArt() {
  const { t } = useTranslation()
  const points = DAYS.map((value, index) => `${404 + index * 20},${318 - value}`).join(' ')
  return (
    <svg className={classes.art} viewBox="0 0 680 460" role="img" aria-label={t('home.art')}>
      <g className={classes.shadow}>
        <rect className={classes.paper} x="20" y="20" width="640" height="380" rx="14" />
      </g>
      <path className={classes.soft} d="M20 34a14 14 0 0 1 14-14h612a14 14 0 0 1 14 14v26H20Z" />
      <circle className={classes.line} cx="44" cy="40" r="5" />
      <circle className={classes.line} cx="62" cy="40" r="5" />
      <circle className={classes.line} cx="80" cy="40" r="5" />
      <path className={classes.tint} d="M20 60h112v340H34a14 14 0 0 1-14-14Z" />
      {[92, 126, 160, 194, 228].map((y, index) => (
        <g key={y}>
          {index === 1 && (
            <rect className={classes.tintStrong} x="30" y={y - 13} width="92" height="26" rx="6" />
          )}
          <rect
            className={index === 1 ? classes.blueStrong : classes.blue}
            x="42"
            y={y - 5}
            width="10"
            height="10"
            rx="3"
          />
          <rect
            className={classes.blue}
            x="60"
            y={y - 3}
            width={[44, 50, 36, 46, 40][index]}
            height="6"
            rx="3"
          />
        </g>
      ))}
      <text className={classes.ink} x="156" y="98" fontSize="18" fontWeight="600">
        {t('home.artTitle')}
      </text>
      <circle className={classes.pulse} cx="598" cy="92" r="5" />
      <text className={classes.inkSoft} x="612" y="97" fontSize="13">
        {t('home.artLive')}
      </text>
      {LEVELS.map((level, index) => {
        const y = 124 + index * 42
        const low = level < 0.3
        return (
          <g key={level}>
            <rect
              className={low ? classes.orangeSoft : classes.cyanSoft}
              x="156"
              y={y}
              width="28"
              height="28"
              rx="6"
            />
            <rect
              className={low ? classes.orange : classes.cyan}
              x="164"
              y={y + 8}
              width="12"
              height="12"
              rx="2"
            />
            <rect
              className={classes.lineStrong}
              x="196"
              y={y + 4}
              width={[92, 74, 104, 84, 66, 96][index]}
              height="7"
              rx="3.5"
            />
            <rect className={classes.line} x="196" y={y + 18} width="160" height="6" rx="3" />
            <rect
              className={low ? classes.orange : classes.blueStrong}
              x="196"
              y={y + 18}
              width={160 * level}
              height="6"
              rx="3"
            />
          </g>
        )
      })}
      <rect className={classes.soft} x="384" y="124" width="252" height="246" rx="10" />
      <text className={classes.inkSoft} x="404" y="152" fontSize="13">
        {t('home.artChart')}
      </text>
      {[190, 232, 274, 318].map((y) => (
        <path key={y} className={classes.strokeSoft} d={`M404 ${y}h212`} />
      ))}
      {DAYS.map((value, index) => (
        <rect
          key={index}
          className={classes.tintStrong}
          x={400 + index * 18}
          y={318 - value * 0.7}
          width="9"
          height={value * 0.7}
          rx="2"
        />
      ))}
      <polyline
        className={classes.stroke}
        points={points}
        transform="translate(0 -24) scale(0.9 1) translate(45 0)"
      />
      <rect className={classes.line} x="404" y="336" width="60" height="7" rx="3.5" />
      <rect className={classes.line} x="480" y="336" width="44" height="7" rx="3.5" />
      <g className={classes.arrive}>
        <g className={classes.shadow}>
          <rect className={classes.paper} x="356" y="372" width="290" height="68" rx="12" />
        </g>
        <circle className={classes.greenSoft} cx="392" cy="406" r="18" />
        <path className={classes.stroke} d="M384 406l6 6 11-12" />
        <text className={classes.ink} x="424" y="402" fontSize="15" fontWeight="500">
          {t('home.artToast')}
        </text>
        <text className={classes.inkSoft} x="424" y="423" fontSize="12">
          {'RK-20260412-0016'}
        </text>
      </g>
    </svg>
  )
}
