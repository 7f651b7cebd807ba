import { useTranslation } from 'react-i18next'
import { moment } from '@/shared/ui/time'
import classes from '../member.module.css'
import { amountOf, keyOf, reasonOf, type Entry } from './logEntry'

/** Changes line by line, for a phone. */
export function LogLines({ list }: { list: readonly Entry[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.log}>
      {list.map((entry) => (
        <li key={keyOf(entry)}>
          <span>{reasonOf(entry, t).memo}</span>
          <span className={classes.amount} data-in={amountOf(entry).gain}>
            {amountOf(entry).text}
          </span>
          <small>{[reasonOf(entry, t).kind, moment(entry.create_time)].join(' · ')}</small>
          <small>{t('member.account.left', { amount: entry.after })}</small>
        </li>
      ))}
    </ul>
  )
}
