import { IconNotification, IconSafe, IconStar } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { Brand } from '@/shared/ui/Page'
import classes from './entry.module.css'

const GAINS = [
  { key: 'account', icon: <IconStar /> },
  { key: 'notices', icon: <IconNotification /> },
  { key: 'safety', icon: <IconSafe /> },
] as const

/** What an account is good for, beside the form that leads to it. */
export function EntryAside() {
  const { t } = useTranslation()
  return (
    <aside className={classes.side}>
      <Brand />
      <div>
        <h2>{t('member.side.title')}</h2>
        <ul>
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
      </div>
      <small>{t('member.side.note')}</small>
    </aside>
  )
}
