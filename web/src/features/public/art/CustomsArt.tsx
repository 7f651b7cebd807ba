import { useTranslation } from 'react-i18next'
import classes from './art.module.css'

const LINES = [
  { code: '8541', width: 130, weight: '12.40' },
  { code: '5208', width: 108, weight: '86.00' },
  { code: '8708', width: 142, weight: '41.75' },
]

/** A declaration whose lines come out of boxes. */
export function CustomsArt() {
  const { t } = useTranslation()
  return (
    <svg className={classes.art} viewBox="0 0 640 400" role="img" aria-label={t('customs.art')}>
      {[0, 1, 2].map((index) => {
        const y = 96 + index * 92
        return (
          <g key={index}>
            <rect
              className={[classes.tintStrong, classes.cyanSoft, classes.orangeSoft][index]}
              x="28"
              y={y}
              width="96"
              height="68"
              rx="8"
            />
            <path className={[classes.blue, classes.cyan, classes.orange][index]} d={`M66 ${y}h20v26H66z`} />
            <path
              className={classes.strokeCyan}
              strokeDasharray="2 7"
              d={`M132 ${y + 34}C190 ${y + 34} 180 ${y + 42} 236 ${y + 42}`}
            />
          </g>
        )
      })}
      <g className={classes.shadow}>
        <path className={classes.paper} d="M236 20h300l76 76v284H236Z" />
      </g>
      <path className={classes.soft} d="M536 20v76h76Z" />
      <text className={classes.ink} x="264" y="68" fontSize="20" fontWeight="600">
        {t('customs.artTitle')}
      </text>
      <rect className={classes.line} x="264" y="84" width="150" height="7" rx="3.5" />
      {LINES.map(({ code, width, weight }, index) => {
        const y = 118 + index * 80
        return (
          <g key={code}>
            <rect className={classes.soft} x="264" y={y} width="320" height="58" rx="8" />
            <text className={classes.inkBlue} x="282" y={y + 36} fontSize="18" fontWeight="600">
              {code}
            </text>
            <rect className={classes.lineStrong} x="350" y={y + 18} width={width} height="8" rx="4" />
            <rect className={classes.line} x="350" y={y + 34} width={width - 40} height="7" rx="3.5" />
            <text className={classes.inkSoft} x="568" y={y + 36} fontSize="14" textAnchor="end">
              {`${weight} kg`}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
