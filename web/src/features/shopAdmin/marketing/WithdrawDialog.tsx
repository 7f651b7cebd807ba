import { Message } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
import { useProblem } from '@/shared/hooks/useProblem'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { Fault } from '@/shared/ui/action/Fault'
import { withdrawCoupon } from './calls'
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
  const [fault, setFault] = useState<string | null>(null)
  return (
    <ActionDialog
      title={t('shopDesk.withdraw.title', { name: String(coupon.name) })}
      okText={t('shopDesk.withdraw.confirm')}
      danger
      initial={{ all: false, members: [] as readonly number[] }}
      fields={({ all, members }, set) => [
        <span key="effect">{t('shopDesk.withdraw.effect')}</span>,
        {
          name: 'all',
          kind: 'radio',
          named: t('shopDesk.withdraw.whom'),
          options: [
            { value: false, label: t('shopDesk.give.to.members') },
            { value: true, label: t('shopDesk.withdraw.all') },
          ],
        },
        !all && {
          name: 'members',
          kind: 'own',
          needed: t('shopDesk.give.membersNeeded'),
          input: (
            <Members
              label={t('shopDesk.give.members')}
              value={members}
              onChange={(next) => set({ members: next })}
            />
          ),
        },
        <Fault key="fault" text={fault} />,
      ]}
      changed={() => setFault(null)}
      close={close}
      send={({ all, members }) => withdrawCoupon(coupon.id, all ? undefined : [...members])}
      done={({ withdrawn: count }) => {
        Message.success(t('shopDesk.withdraw.done', { count }))
        withdrawn()
        close()
      }}
      refused={(error) => setFault(errorText(error))}
    />
  )
}
