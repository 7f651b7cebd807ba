import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { http } from '@/shared/http'
import { session } from '@/shared/session/store'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { UserAvatar } from '@/shared/ui/UserAvatar'
import { shownOf, type Explained, type Shown } from './why'
import { WhyGroups, WhyWarehouses } from './WhyGroups'
import { WhyRules } from './WhyRules'
import classes from './why.module.css'

/** Which administrator is asked about; 0: the reader. */
const adminOf = (text: string | null): number => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

function Person({ of }: { of: Explained }) {
  const { t } = useTranslation()
  const { admin } = of
  return (
    <div className={classes.person}>
      <UserAvatar of={admin} size={48} />
      <span className={classes.names}>
        <strong className={classes.nickname}>{admin.nickname}</strong>
        <span className={classes.quiet}>{admin.username}</span>
      </span>
      <Tag color={admin.enabled ? 'green' : 'red'}>
        {t(admin.enabled ? 'why.account.enabled' : 'why.account.disabled')}
      </Tag>
      {admin.super && <Tag color="gold">{t('why.account.super')}</Tag>}
    </div>
  )
}

/** What an administrator may do, and which group gives or denies it. Everybody may read about themselves. */
export default function WhyPage() {
  const { t } = useTranslation()
  const { admin: me } = useSnapshot(session)
  const [search, setSearch] = useSearchParams()
  const chosen = adminOf(search.get('admin'))
  const admin = chosen === me?.id ? 0 : chosen
  const shown = shownOf(search.get('show'))
  const words = search.get('node') ?? ''
  const lists = usePermission('auth/admin')('index')
  const asks = usePermission('auth')('why')
  const fetched = useFetched(`why ${admin}`, (signal) =>
    http.get('/admin/auth.Why/index', admin ? { admin } : {}, signal),
  )
  const set = (change: { admin?: string; show?: Shown; node?: string }): void =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [name, value] of Object.entries(change))
          if (value && value !== 'all') next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  const { data, failure } = fetched
  const explained = fetched.shownKey === `why ${admin}` ? data : null
  return (
    <Page
      title={t('why.title')}
      remark={t('why.remark')}
      actions={
        <>
          {lists && asks && (
            <div className={classes.picker}>
              <RemoteSelect
                url="/admin/auth.Admin"
                ariaLabel={t('why.administrator')}
                placeholder={t('why.administrator')}
                label={(row) => `${String(row.nickname ?? '')} (${String(row.username ?? row.id)})`}
                value={admin || me?.id}
                known={explained ? `${explained.admin.nickname} (${explained.admin.username})` : undefined}
                onChange={(id) => set({ admin: id ? String(id) : '' })}
              />
            </div>
          )}
          <RefreshButton refresh={fetched.reload} />
        </>
      }
    >
      {failure ? (
        <Card>
          <Problem error={failure} retry={fetched.reload} />
        </Card>
      ) : !explained ? (
        <Card>
          <Waiting rows={10} />
        </Card>
      ) : (
        <>
          <div className={classes.columns}>
            <Card label={t('why.groups')}>
              <Person of={explained} />
              <h2 className={classes.title}>{t('why.groups')}</h2>
              <WhyGroups of={explained} />
            </Card>
            <Card label={t('why.warehouses')}>
              <h2 className={classes.title}>{t('why.warehouses')}</h2>
              <WhyWarehouses of={explained} />
            </Card>
          </div>
          <Card label={t('why.rules')}>
            <h2 className={classes.title}>{t('why.rules')}</h2>
            <WhyRules of={explained} shown={shown} words={words} set={set} />
          </Card>
        </>
      )}
    </Page>
  )
}
