import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { Numeral } from '@/shared/ui/Numeral'
import { Card } from '@/shared/ui/Page'
import { UserAvatar } from '@/shared/ui/UserAvatar'
import { memberOf, type What } from './api'
import classes from './balances.module.css'

/** The member whose changes are shown. */
export function MemberSummary({ id, what }: { id: number; what: What }) {
  const { t } = useTranslation()
  const { data } = useFetched(`balance of ${what} ${id}`, (signal) => memberOf(what, id, signal))
  if (!data) return null
  return (
    <Card label={t('balances.member')}>
      <div className={classes.summary}>
        <UserAvatar of={data} size={48} />
        <div>
          <div className={classes.nickname}>{data.nickname}</div>
          <div className={classes.account}>
            {[data.username, data.mobile, data.email].filter(Boolean).join(' · ')}
          </div>
        </div>
        <dl>
          <dt>{t('balances.money.name')}</dt>
          <dd>
            <Numeral value={String(data.money)} money />
          </dd>
        </dl>
        <dl>
          <dt>{t('balances.score.name')}</dt>
          <dd>
            <Numeral value={String(data.score)} />
          </dd>
        </dl>
      </div>
    </Card>
  )
}
