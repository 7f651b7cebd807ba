import { IconStarFill } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import classes from './office.module.css'

const ALL = [1, 2, 3, 4, 5]

/** So many of five stars. */
export function Stars({ star }: { star: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes.stars} role="img" aria-label={t('shopDesk.evaluation.stars', { count: star })}>
      {ALL.map((one) => (
        <IconStarFill key={one} data-full={one <= star} />
      ))}
    </span>
  )
}
