import { Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './clerk.module.css'

interface Dates {
  /** `YYYY-MM-DD`; empty: not known. */
  produced: string
  expires: string
}

interface Props extends Dates {
  /** Whose dates they are, as it is read aloud. */
  name: string
  change: (dates: Dates) => void
}

/** The dates of a batch, in the phone's own inputs. */
export function BatchDates({ name, produced, expires, change }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.dates}>
      <label>
        <span className={classes.dim}>{t('clerk.produced')}</span>
        <Input
          size="large"
          type="date"
          aria-label={t('clerk.producedOf', { name })}
          value={produced}
          onChange={(next) => change({ produced: next, expires })}
        />
      </label>
      <label>
        <span className={classes.dim}>{t('clerk.expires')}</span>
        <Input
          size="large"
          type="date"
          aria-label={t('clerk.expiresOf', { name })}
          value={expires}
          onChange={(next) => change({ produced, expires: next })}
        />
      </label>
    </div>
  )
}
