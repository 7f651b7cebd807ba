import { Button } from '@arco-design/web-react'
import {
  IconCheckCircle,
  IconExclamationCircle,
  IconGift,
  IconHome,
  IconIdcard,
  IconLock,
  IconMessage,
  IconNotification,
  IconRedo,
  IconSafe,
  IconSend,
  IconStar,
  IconStop,
  IconTag,
} from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import classes from '../member.module.css'
import { NOTICE_KINDS, type Notice, type NoticeKind } from '../notices'

/** The sign of a kind, and the page below `/user/` that says more. */
const KINDS: Record<NoticeKind, { icon: ReactNode; page?: string }> = {
  money: { icon: <IconTag />, page: 'account/balance' },
  score: { icon: <IconStar />, page: 'account/integral' },
  password: { icon: <IconLock />, page: 'account/changePassword' },
  bind: { icon: <IconSafe />, page: 'account/profile' },
  reply: { icon: <IconMessage /> },
  paid: { icon: <IconCheckCircle />, page: 'shop/orders' },
  payment: { icon: <IconTag />, page: 'shop/orders' },
  shipped: { icon: <IconSend />, page: 'shop/orders' },
  refund: { icon: <IconRedo />, page: 'shop/orders' },
  cancel: { icon: <IconStop />, page: 'shop/orders' },
  coupon: { icon: <IconGift />, page: 'shop/coupons' },
  coupon_ending: { icon: <IconGift />, page: 'shop/coupons' },
  score_ending: { icon: <IconStar />, page: 'account/integral' },
  recall: { icon: <IconExclamationCircle />, page: 'shop/orders' },
  company: { icon: <IconHome />, page: 'account/company' },
  person: { icon: <IconIdcard />, page: 'account/verifyPerson' },
  announcement: { icon: <IconNotification />, page: 'account/announcements' },
}
/** Of a kind that this version of the page does not know. */
const UNKNOWN: (typeof KINDS)[NoticeKind] = { icon: <IconNotification /> }

export function NoticeItem({ notice, busy, read }: { notice: Notice; busy: boolean; read: () => void }) {
  const { t } = useTranslation()
  const kind = NOTICE_KINDS.find((one) => one === notice.message_type)
  const { icon, page } = kind ? KINDS[kind] : UNKNOWN
  const to = notice.order_no ? `shop/order/${notice.order_no}` : page
  const open = !notice.read_time
  return (
    <li className={classes.notice} data-unread={open}>
      <span className={classes.noticeIcon} aria-hidden="true">
        {icon}
      </span>
      <div>
        <h2>
          {t(`member.account.kind.${notice.message_type}`)}
          {open && <span className={classes.dot} role="img" aria-label={t('member.account.isUnread')} />}
        </h2>
        <p>{notice.message}</p>
        <footer>
          <time dateTime={new Date(notice.create_time * 1000).toISOString()}>
            {moment(notice.create_time)}
          </time>
          {to && <RouteLink to={`/user/${to}`}>{t('member.account.more')}</RouteLink>}
        </footer>
      </div>
      {open && (
        <Button size="small" type="text" disabled={busy} onClick={read}>
          {t('member.account.read')}
        </Button>
      )}
    </li>
  )
}
