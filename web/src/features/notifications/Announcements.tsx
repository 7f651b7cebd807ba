import { Button, Modal, Space, Tag } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { moment } from '@/shared/ui/time'
import { myAnnouncements, noteAnnouncement, type Announcement } from './api'
import classes from './notifications.module.css'

/** Whether somebody has still to do something with it. */
const isOpen = ({ read_at: read, must_confirm: must, confirmed_at: confirmed }: Announcement): boolean =>
  read === 0 || (must && confirmed === 0)

/** The announcements that run, above the notifications: open ones stand out, the others are a line. */
export function Announcements() {
  const { t } = useTranslation()
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)
  const { data, reload } = useFetched('announcements', myAnnouncements)
  const [reading, setReading] = useState<number | null>(null)
  const shown = data?.list.find(({ id }) => id === reading)
  if (!data || data.list.length === 0) return null
  const note = (id: number, confirm: boolean): Promise<unknown> =>
    submit(() => noteAnnouncement(id, confirm), reload)
  const open = (one: Announcement): void => {
    setReading(one.id)
    if (one.read_at === 0) void note(one.id, false)
  }
  return (
    <section className={classes.announcements} aria-label={t('notification.announcements')}>
      {data.list.map((one) => (
        <div
          key={one.id}
          role="note"
          className={isOpen(one) ? `${classes.said} ${classes.openOne}` : classes.said}
        >
          <Space wrap>
            <b>{one.title}</b>
            <span>{moment(one.publish_time)}</span>
            {one.changed_time > 0 && <Tag size="small">{t('notification.changed')}</Tag>}
          </Space>
          <Space>
            <Button size="mini" onClick={() => open(one)}>
              {t('notification.show')}
            </Button>
            {one.must_confirm && one.confirmed_at === 0 && (
              <Button size="mini" type="primary" disabled={busy} onClick={() => void note(one.id, true)}>
                {t('notification.confirm')}
              </Button>
            )}
          </Space>
        </div>
      ))}
      {shown && (
        <Modal visible title={shown.title} footer={null} onCancel={() => setReading(null)}>
          {/* The node has cleaned it. */}
          <div className={classes.announcement} dangerouslySetInnerHTML={{ __html: shown.body }} />
        </Modal>
      )}
    </section>
  )
}
