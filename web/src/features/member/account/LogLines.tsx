import { useTranslation } from 'react-i18next'
import { moment } from '@/shared/ui/time'
import classes from '../member.module.css'
import { amountOf, keyOf, type Entry } from './logEntry'

/** Changes line by line, for a phone. */
export function LogLines({ list }: { list: readonly Entry[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.log}>
      {list.map((entry) => (
        <li key={keyOf(entry)}>
          <span>{entry.memo}</span>
          <span className={classes.amount} data-in={amountOf(entry).gain}>
            {amountOf(entry).text}
          </span>
          <small>{moment(entry.create_time)}</small>
          <small>{t('member.account.left', { amount: entry.after })}</small>
        </li>
      ))}
    </ul>
  )
}
