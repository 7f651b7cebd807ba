import { useTranslation } from 'react-i18next'
import { Icon } from './Icon'
import classes from './goods.module.css'

/** So many of five stars. */
export function Stars({ star, size = 16 }: { star: number; size?: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes.stars} role="img" aria-label={t('shop.stars', { count: star })}>
      {[1, 2, 3, 4, 5].map((one) => (
        <Icon key={one} name="star" size={size} full={one <= Math.round(star)} />
      ))}
    </span>
  )
}
