import { useTranslation } from 'react-i18next'
import layout from '@/shared/ui/layout.module.css'
import { Icon } from '../Icon'
import classes from './review.module.css'

interface Props {
  name: string
  label: string
  value: number
  /** Whether it was missed when the form was sent. */
  lacks: boolean
  change: (star: number) => void
}

/** One to five stars, as a group of radio buttons: arrow keys choose. */
export function StarChoice({ name, label, value, lacks, change }: Props) {
  const { t } = useTranslation()
  return (
    <span className={classes.choice}>
      <span role="radiogroup" aria-label={label} aria-invalid={lacks || undefined}>
        {[1, 2, 3, 4, 5].map((star) => (
          <label key={star} className={layout.target} data-full={star <= value}>
            <input
              type="radio"
              name={name}
              value={star}
              checked={star === value}
              aria-label={t('common.stars', { count: star })}
              onChange={() => change(star)}
            />
            <Icon name="star" size={30} full={star <= value} />
          </label>
        ))}
      </span>
      <small aria-hidden="true" data-lacks={lacks}>
        {value > 0 ? t(`shopReview.star.${value}`) : t('shopReview.none')}
      </small>
    </span>
  )
}
