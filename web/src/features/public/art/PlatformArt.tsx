import { useTranslation } from 'react-i18next'
import classes from './art.module.css'

const GOODS = [
  { tint: 'tint', box: 'blueStrong', stock: '1,280' },
  { tint: 'cyanSoft', box: 'cyan', stock: '342' },
  { tint: 'orangeSoft', box: 'orange', stock: '56' },
] as const

/** A shop page and the shelf behind it, tied by one number per article. */
export function PlatformArt() {
  const { t } = useTranslation()
  return (
    <svg className={classes.art} viewBox="0 0 640 420" role="img" aria-label={t('platform.art')}>
      <g className={classes.shadow}>
        <rect className={classes.paper} x="16" y="24" width="366" height="372" rx="14" />
      </g>
      <path className={classes.soft} d="M16 38a14 14 0 0 1 14-14h338a14 14 0 0 1 14 14v22H16Z" />
      <rect className={classes.line} x="120" y="36" width="160" height="12" rx="6" />
      {GOODS.map(({ tint, box, stock }, index) => {
        const y = 80 + index * 104
        return (
          <g key={stock}>
            <rect className={classes[tint]} x="36" y={y} width="88" height="88" rx="10" />
            <rect className={classes[box]} x="62" y={y + 28} width="36" height="36" rx="5" />
            <rect
              className={classes.lineStrong}
              x="142"
              y={y + 12}
              width={[120, 96, 132][index]}
              height="9"
              rx="4.5"
            />
            <rect
              className={classes.line}
              x="142"
              y={y + 32}
              width={[80, 110, 70][index]}
              height="7"
              rx="3.5"
            />
            <text className={classes.inkSoft} x="142" y={y + 76} fontSize="13">
              {t('platform.artPrice')}
            </text>
            <text className={classes.inkBlue} x="220" y={y + 77} fontSize="17" fontWeight="600">
              {stock}
            </text>
            <rect className={classes.blueStrong} x="308" y={y + 58} width="54" height="26" rx="6" />
            <path
              className={classes.strokeCyan}
              strokeDasharray="2 7"
              d={`M362 ${y + 71}C410 ${y + 71} 400 ${y + 52} 440 ${y + 52}`}
            />
            <rect className={classes[box]} x="462" y={y + 8} width="38" height="44" rx="4" />
            <rect className={classes[tint]} x="506" y={y + 18} width="38" height="34" rx="4" />
            <rect className={classes[box]} x="550" y={y + 12} width="34" height="40" rx="4" />
            <rect className={classes.lineStrong} x="440" y={y + 52} width="176" height="7" />
          </g>
        )
      })}
      <path className={classes.lineStrong} d="M440 60h8v336h-8zM608 60h8v336h-8z" />
    </svg>
  )
}
