import { Button, Pagination, Radio } from '@arco-design/web-react'
import { IconCheck } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { member } from '@/shared/session/member'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { fetchNotices, readNotice, readNotices } from '../notices'
import classes from '../member.module.css'
import { NoticeItem } from './NoticeItem'

const LIMIT = 10

/** A member's notices about their account, newest first. */
export default function NotificationsPage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const { unread } = useSnapshot(member)
  const [page, setPage] = useState(1)
  const [unreadOnly, setUnreadOnly] = useState(false)
  const { busy, submit } = useSubmit(show)
  const notices = useFetched(`notices ${String(unreadOnly)} ${page}`, (signal) =>
    fetchNotices(page, LIMIT, unreadOnly, signal),
  )
  const data = notices.data
  const after = (reading: () => Promise<void>): void => void submit(reading, notices.reload)
  const newest = Math.max(0, ...(data?.list ?? []).map(({ id }) => id))
  return (
    <Page
      title={t('member.account.notifications')}
      actions={
        <Button
          icon={<IconCheck />}
          disabled={unread === 0 || newest === 0}
          loading={busy}
          onClick={() => after(() => readNotices(newest))}
        >
          {t('member.account.readAll')}
        </Button>
      }
    >
      <Card>
        <Radio.Group
          type="button"
          className={classes.tabs}
          value={unreadOnly}
          aria-label={t('member.account.which')}
          onChange={(only: boolean) => {
            setUnreadOnly(only)
            setPage(1)
          }}
        >
          <Radio value={false}>{t('member.account.all')}</Radio>
          <Radio value={true}>{t('member.account.unread', { count: unread })}</Radio>
        </Radio.Group>
        {notices.failure ? (
          <Problem error={notices.failure} retry={notices.reload} toMember />
        ) : !data ? (
          <Waiting rows={6} />
        ) : data.list.length === 0 ? (
          <Nothing text={t(unreadOnly ? 'member.account.allRead' : 'member.account.noNotices')} />
        ) : (
          <>
            <ul className={classes.notices}>
              {data.list.map((notice) => (
                <NoticeItem
                  key={notice.id}
                  notice={notice}
                  busy={busy}
                  read={() => after(() => readNotice(notice.id))}
                />
              ))}
            </ul>
            <Pagination
              className={classes.pages}
              current={page}
              total={data.total}
              pageSize={LIMIT}
              onChange={(next) => setPage(next)}
              hideOnSinglePage
            />
          </>
        )}
      </Card>
    </Page>
  )
}
