import { Descriptions } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { decimal, money, places } from '@/shared/number/decimal'
import { LoadingDialog } from '@/shared/ui/LoadingDialog'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { Fault } from '@/shared/ui/action/Fault'
import { Numeral } from '@/shared/ui/Numeral'
import { confirmRecharge, findRecharge, refundRecharge } from './calls'

interface Props {
  order: ResourceRow
  /** Confirm that the money has come, or pay some of it back. */
  step: 'confirm' | 'refund'
  close: () => void
  done: () => void
}

/** Says that the money of a recharge order has come, or pays some of it back; with a note either way. */
export default function RechargeDialog({ order, step, close, done }: Props) {
  const { t } = useTranslation()
  const { errorText } = useProblem()
  const fetched = useFetched(`recharge ${order.id}`, (signal) => findRecharge(order.id, signal))
  const [fault, setFault] = useState<string | null>(null)
  const title = t(`shopDesk.recharge.${step}`, { no: String(order.recharge_no) })
  const { data } = fetched
  if (!data) return <LoadingDialog title={title} fetched={fetched} close={close} rows={3} />
  const { row } = data
  const most = String(data.most)
  const refunds = step === 'refund'
  const isWrong = (text: string): boolean => {
    const amount = decimal(text)
    return !amount || amount.lte(0) || places(amount) > 2 || amount.gt(decimal(most) ?? 0)
  }
  const fact = (label: string, amount: unknown) => ({
    label: t(`shopDesk.recharge.${label}`),
    value: <Numeral value={String(amount)} money />,
  })
  const bonus = fact('bonus', row.give_money)
  const points = row.give_score > 0 && ` + ${t('shopDesk.recharge.score', { count: row.give_score })}`
  return (
    <ActionDialog
      title={title}
      okText={t(`shopDesk.recharge.${step}Button`)}
      danger={refunds}
      initial={{ amount: most, memo: '' }}
      fields={({ amount }) => [
        <Descriptions
          key="facts"
          column={1}
          data={[
            fact('money', row.money),
            {
              ...bonus,
              value: (
                <>
                  {bonus.value}
                  {points}
                </>
              ),
            },
            ...(refunds ? [fact('back', row.refund_amount)] : []),
          ]}
        />,
        <span key="effect">{t(`shopDesk.recharge.${step}Effect`)}</span>,
        refunds && {
          name: 'amount',
          kind: 'text',
          label: t('shopDesk.recharge.amount'),
          required: true,
          inputMode: 'decimal',
          hint: t('shopDesk.recharge.most', { amount: money(most) }),
          wrong: isWrong(amount) && t('shopDesk.recharge.wrong', { most: money(most) }),
        },
        {
          name: 'memo',
          kind: 'text',
          label: t('shopDesk.recharge.memo'),
          needed: t('shopDesk.recharge.memoNeeded'),
          placeholder: t(`shopDesk.recharge.${step}Hint`),
          most: 255,
        },
        <Fault key="fault" text={fault} />,
      ]}
      changed={() => setFault(null)}
      close={close}
      send={({ amount, memo }) =>
        refunds
          ? refundRecharge(order.id, decimal(amount)?.toFixed(2) ?? '', memo.trim())
          : confirmRecharge(order.id, memo.trim())
      }
      done={() => {
        done()
        close()
      }}
      refused={(error) => {
        setFault(errorText(error))
        fetched.reload()
      }}
    />
  )
}
