import { Button, Tag } from '@arco-design/web-react'
import { IconPushpin } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { memberHttp } from '@/shared/http/member'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import classes from '../member.module.css'
import own from './verify.module.css'

/** The announcements for a member, pinned ones first. */
export default function AnnouncementsPage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const { busy, submit } = useSubmit(show)
  const announcements = useFetched('announcements', (signal) =>
    memberHttp.get('/api/account/announcements', {}, signal),
  )
  const { data } = announcements
  const note = (id: number, confirm: boolean): void =>
    void submit(
      () => memberHttp.post('/api/account/announcements/read', { id, confirm }),
      announcements.reload,
    )
  const word = (name: string): string => t(`memberPeople.announcement.${name}`)
  return (
    <Page title={word('title')}>
      <Card>
        {announcements.failure ? (
          <Problem error={announcements.failure} retry={announcements.reload} toMember />
        ) : !data ? (
          <Waiting rows={6} />
        ) : data.list.length === 0 ? (
          <Nothing text={word('none')} />
        ) : (
          <ul className={classes.notices}>
            {data.list.map((one) => (
              <li key={one.id} className={own.announcement}>
                <h2>
                  {one.pinned && <IconPushpin aria-label={word('pinned')} />}
                  {one.title}
                  <Tag>{t(`memberPeople.announcement.types.${one.type}`)}</Tag>
                  {one.changed_time > 0 && <Tag color="orange">{word('changed')}</Tag>}
                  {one.read_at === 0 && (
                    <span className={classes.dot} role="img" aria-label={word('unread')} />
                  )}
                </h2>
                {/* The node has cleaned it. */}
                <div className={own.text} dangerouslySetInnerHTML={{ __html: one.body }} />
                <footer>
                  <time>{moment(one.publish_time)}</time>
                  {one.must_confirm && one.confirmed_at > 0 && (
                    <span>
                      {t('memberPeople.announcement.confirmed', { time: moment(one.confirmed_at) })}
                    </span>
                  )}
                  {one.must_confirm && one.confirmed_at === 0 ? (
                    <Button size="small" type="primary" disabled={busy} onClick={() => note(one.id, true)}>
                      {word('confirm')}
                    </Button>
                  ) : (
                    one.read_at === 0 && (
                      <Button size="small" type="text" disabled={busy} onClick={() => note(one.id, false)}>
                        {word('read')}
                      </Button>
                    )
                  )}
                </footer>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}
