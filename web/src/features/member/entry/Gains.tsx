import { IconNotification, IconSafe, IconStar } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import classes from './entry.module.css'

const GAINS = [
  { key: 'account', icon: <IconStar /> },
  { key: 'notices', icon: <IconNotification /> },
  { key: 'safety', icon: <IconSafe /> },
] as const

/** What an account is good for. */
export function Gains() {
  const { t } = useTranslation()
  return (
    <ul className={classes.gains}>
      {GAINS.map(({ key, icon }) => (
        <li key={key}>
          <span>{icon}</span>
          <div>
            <strong>{t(`member.side.${key}.title`)}</strong>
            <p>{t(`member.side.${key}.text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
