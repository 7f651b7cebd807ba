import { Alert, Button, Descriptions, Modal, Radio } from '@arco-design/web-react'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateBox } from '@/resource/list/DateBox'
import type { ResourceRow } from '@/resource/schema/types'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { useSubmit } from '@/shared/hooks/useSubmit'
import type { Schema } from '@/shared/http'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { unixOf } from '@/shared/ui/time'
import { giveCoupon, type Receivers } from './calls'
import classes from './marketing.module.css'
import { Members, MEMBERS_MAX } from './Members'

type ReceiverKind = 'members' | 'filter' | 'all'

interface Props {
  coupon: ResourceRow
  close: () => void
  given: () => void
}

/** The first and the last day as the moments between which somebody has joined. */
export function joined(days: string): Pick<Receivers, 'join_from' | 'join_until'> {
  const [from, to] = days.split(',')
  return {
    ...(from ? { join_from: unixOf(from) } : {}),
    ...(to ? { join_until: unixOf(dayjs(to).add(1, 'day').format('YYYY-MM-DD')) } : {}),
  }
}

/** Gives a coupon to chosen members, to those that conditions mean, or to all; at most 1,000 at once. */
export default function GiveDialog({ coupon, close, given }: Props) {
  const { t } = useTranslation()
  const { errorText } = useProblem()
  const [whom, setWhom] = useState<ReceiverKind>('members')
  const [members, setMembers] = useState<readonly number[]>([])
  const [group, setGroup] = useState<number | null>(null)
  const [days, setDays] = useState('')
  const [checked, setChecked] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const command = useRandomId()
  const { busy, submit } = useSubmit((error) => setFault(errorText(error)))
  const [result, setResult] = useState<Schema<'CouponGiven'> | null>(null)

  const lacks = (whom === 'members' && members.length === 0) || (whom === 'filter' && group === null && !days)
  const tooMany = whom === 'members' && members.length > MEMBERS_MAX
  const give = (): void => {
    setChecked(true)
    if (lacks || tooMany) return
    const to: Receivers =
      whom === 'members'
        ? { user_ids: [...members] }
        : whom === 'all'
          ? { all: true }
          : { ...(group === null ? {} : { group_id: group }), ...joined(days) }
    setFault(null)
    void submit(
      () => giveCoupon(coupon.id, to, command),
      (answer) => {
        setResult(answer)
        given()
      },
    )
  }
  const title = t('shopDesk.give.title', { name: String(coupon.name) })
  if (result)
    return (
      <Modal
        visible
        title={title}
        onCancel={close}
        footer={
          <Button type="primary" onClick={close}>
            {t('common.close')}
          </Button>
        }
      >
        <div role="status">
          <Alert
            type={result.given > 0 ? 'success' : 'warning'}
            content={t('shopDesk.give.done', { count: result.given })}
          />
          <Descriptions
            className={classes.facts}
            column={1}
            data={(['before', 'full', 'left_over'] as const)
              .filter((name) => result[name] > 0)
              .map((name) => ({ label: t(`shopDesk.give.${name}`), value: result[name] }))}
          />
        </div>
      </Modal>
    )
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={give}
      okText={t('shopDesk.give.confirm')}
      confirmLoading={busy}
    >
      <div className={classes.form}>
        <Radio.Group
          aria-label={t('shopDesk.give.whom')}
          value={whom}
          onChange={(next: ReceiverKind) => {
            setWhom(next)
            setChecked(false)
            setFault(null)
          }}
          options={(['members', 'filter', 'all'] as const).map((value) => ({
            value,
            label: t(`shopDesk.give.to.${value}`),
          }))}
        />
        {whom === 'members' && (
          <div>
            <div className={classes.label} data-required>
              {t('shopDesk.give.members')}
            </div>
            <Members label={t('shopDesk.give.members')} value={members} onChange={setMembers} />
          </div>
        )}
        {whom === 'filter' && (
          <>
            <div>
              <div className={classes.label}>{t('shopDesk.give.group')}</div>
              <RemoteSelect
                url="/admin/user.Group"
                ariaLabel={t('shopDesk.give.group')}
                value={group}
                allowClear
                onChange={setGroup}
              />
            </div>
            <div>
              <div className={classes.label}>{t('shopDesk.give.joined')}</div>
              <DateBox
                label={t('shopDesk.give.joined')}
                value={days}
                onChange={(next) => setDays(next ?? '')}
              />
            </div>
          </>
        )}
        {whom === 'all' && <Alert type="warning" content={t('shopDesk.give.allHint')} />}
        {checked && lacks && (
          <div role="alert" className={classes.fault}>
            {t(whom === 'members' ? 'shopDesk.give.membersNeeded' : 'shopDesk.give.filterNeeded')}
          </div>
        )}
        {tooMany && (
          <div role="alert" className={classes.fault}>
            {t('shopDesk.give.many', { most: MEMBERS_MAX })}
          </div>
        )}
        {fault && (
          <div role="alert" className={classes.fault}>
            {fault}
          </div>
        )}
        <span className={classes.hint}>{t('shopDesk.give.once', { most: MEMBERS_MAX })}</span>
      </div>
    </Modal>
  )
}
