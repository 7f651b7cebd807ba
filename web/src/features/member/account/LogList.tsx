import { Alert, Pagination } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useWide } from '@/shared/hooks/useWide'
import { memberHttp } from '@/shared/http/member'
import { moment } from '@/shared/ui/time'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import classes from '../member.module.css'
import { LogLines } from './LogLines'
import { LogTable } from './LogTable'

const LIMIT = 10

/** What changed one's balance or points, newest first. */
export function LogList({ kind }: { kind: 'balance' | 'integral' }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const [page, setPage] = useState(1)
  const log = useFetched(`${kind} ${page}`, (signal) =>
    memberHttp.get(`/api/account/${kind}`, { page, limit: LIMIT }, signal),
  )
  const expiring = log.data && 'expiring' in log.data ? log.data.expiring : []
  return (
    <Page title={t(`member.account.${kind}`)}>
      {expiring.map(({ score, time }) => (
        <Alert
          key={time}
          type="warning"
          className={classes.expiring}
          content={t('member.account.expiring', { score, day: moment(time, 'YYYY-MM-DD') })}
        />
      ))}
      <Card>
        {log.failure ? (
          <Problem error={log.failure} retry={log.reload} toMember />
        ) : !log.data ? (
          <Waiting rows={6} />
        ) : log.data.list.length === 0 ? (
          <Nothing text={t('member.account.empty')} />
        ) : (
          <>
            {wide ? <LogTable list={log.data.list} /> : <LogLines list={log.data.list} />}
            <Pagination
              className={classes.pages}
              current={page}
              total={log.data.total}
              pageSize={LIMIT}
              onChange={setPage}
              hideOnSinglePage
            />
          </>
        )}
      </Card>
    </Page>
  )
}
