import { Message, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { withdrawCoupon } from './calls'
import classes from './marketing.module.css'
import { Members } from './Members'

interface Props {
  coupon: ResourceRow
  close: () => void
  withdrawn: () => void
}

/** Takes free ones of a coupon back, from chosen members or from all; what an order holds stays. */
export default function WithdrawDialog({ coupon, close, withdrawn }: Props) {
  const { t } = useTranslation()
  const { errorText } = useProblem()
  const [all, setAll] = useState(false)
  const [members, setMembers] = useState<readonly number[]>([])
  const [checked, setChecked] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const { busy, submit } = useSubmit((error) => setFault(errorText(error)))
  const lacks = !all && members.length === 0
  const withdraw = (): void => {
    setChecked(true)
    if (lacks) return
    setFault(null)
    void submit(
      () => withdrawCoupon(coupon.id, all ? undefined : [...members]),
      ({ withdrawn: count }) => {
        Message.success(t('shopDesk.withdraw.done', { count }))
        withdrawn()
        close()
      },
    )
  }
  return (
    <Modal
      visible
      title={t('shopDesk.withdraw.title', { name: String(coupon.name) })}
      onCancel={close}
      onOk={withdraw}
      okText={t('shopDesk.withdraw.confirm')}
      okButtonProps={{ status: 'danger' }}
      confirmLoading={busy}
    >
      <div className={classes.form}>
        <span>{t('shopDesk.withdraw.effect')}</span>
        <Radio.Group
          aria-label={t('shopDesk.withdraw.whom')}
          value={all}
          onChange={(next: boolean) => {
            setAll(next)
            setChecked(false)
          }}
          options={[
            { value: false, label: t('shopDesk.give.to.members') },
            { value: true, label: t('shopDesk.withdraw.all') },
          ]}
        />
        {!all && <Members label={t('shopDesk.give.members')} value={members} onChange={setMembers} />}
        {(fault || (checked && lacks)) && (
          <div role="alert" className={classes.fault}>
            {fault ?? t('shopDesk.give.membersNeeded')}
          </div>
        )}
      </div>
    </Modal>
  )
}
