import { useTranslation } from 'react-i18next'
import { STAR } from './starPath'
import classes from './stars.module.css'

/** So many of five stars. Drawn here: the shop shows them without Arco. */
export function Stars({ star, size = 16 }: { star: number; size?: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes.stars} role="img" aria-label={t('common.stars', { count: star })}>
      {[1, 2, 3, 4, 5].map((one) => (
        <svg
          key={one}
          data-full={one <= Math.round(star)}
          viewBox="0 0 24 24"
          width={size}
          height={size}
          aria-hidden="true"
        >
          <path d={STAR} />
        </svg>
      ))}
    </span>
  )
}
