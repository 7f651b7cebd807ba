import { Descriptions, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { ApiError } from '@/shared/http'
import { decimal, money, places } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { Problem, Waiting } from '@/shared/ui/Page'
import { confirmRecharge, findRecharge, refundRecharge } from './calls'
import classes from './marketing.module.css'

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
  const [text, setText] = useState<string | null>(null)
  const [memo, setMemo] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const title = t(`shopDesk.recharge.${step}`, { no: String(order.recharge_no) })
  const { data } = fetched
  if (!data)
    return (
      <Modal visible title={title} onCancel={close} footer={null}>
        {fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting rows={3} />}
      </Modal>
    )
  const { row, most } = data
  const refunds = step === 'refund'
  const amount = decimal(text ?? String(most))
  const wrongAmount =
    refunds && (!amount || amount.lte(0) || places(amount) > 2 || amount.gt(decimal(String(most)) ?? 0))
  const lacks = !memo.trim()
  const submit = (): void => {
    setChecked(true)
    if (lacks || wrongAmount) return
    setBusy(true)
    setFaults({})
    const work = refunds
      ? refundRecharge(order.id, amount?.toFixed(2) ?? '', memo.trim())
      : confirmRecharge(order.id, memo.trim())
    work
      .then(
        () => {
          done()
          close()
        },
        (error: unknown) => {
          const refused = error instanceof ApiError ? error.errors : []
          setFaults(
            refused.length > 0
              ? Object.fromEntries(refused.map(({ field, msg }) => [field, msg]))
              : { all: errorText(error) },
          )
          fetched.reload()
        },
      )
      .finally(() => setBusy(false))
  }
  const fault = (said: string | null | undefined) =>
    said ? (
      <div role="alert" className={classes.fault}>
        {said}
      </div>
    ) : null
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={submit}
      okText={t(`shopDesk.recharge.${step}Button`)}
      okButtonProps={{ status: refunds ? 'danger' : undefined }}
      confirmLoading={busy}
    >
      <div className={classes.form}>
        <Descriptions
          column={1}
          data={[
            { label: t('shopDesk.recharge.money'), value: <Numeral value={String(row.money)} digits={2} /> },
            {
              label: t('shopDesk.recharge.bonus'),
              value: (
                <>
                  <Numeral value={String(row.give_money)} digits={2} />
                  {row.give_score > 0 && ` + ${t('shopDesk.recharge.score', { count: row.give_score })}`}
                </>
              ),
            },
            ...(refunds
              ? [
                  {
                    label: t('shopDesk.recharge.back'),
                    value: <Numeral value={String(row.refund_amount)} digits={2} />,
                  },
                ]
              : []),
          ]}
        />
        <span>{t(`shopDesk.recharge.${step}Effect`)}</span>
        {refunds && (
          <div>
            <label className={classes.label} htmlFor="recharge-amount" data-required>
              {t('shopDesk.recharge.amount')}
            </label>
            <Input
              id="recharge-amount"
              inputMode="decimal"
              value={text ?? String(most)}
              status={wrongAmount ? 'error' : undefined}
              onChange={setText}
            />
            <div className={classes.hint}>{t('shopDesk.recharge.most', { amount: money(String(most)) })}</div>
            {fault(wrongAmount ? t('shopDesk.recharge.wrong', { most: money(String(most)) }) : faults.amount)}
          </div>
        )}
        <div>
          <label className={classes.label} htmlFor="recharge-memo" data-required>
            {t('shopDesk.recharge.memo')}
          </label>
          <Input
            id="recharge-memo"
            value={memo}
            maxLength={255}
            placeholder={t(`shopDesk.recharge.${step}Hint`)}
            status={checked && lacks ? 'error' : undefined}
            onChange={setMemo}
          />
          {fault(checked && lacks ? t('shopDesk.recharge.memoNeeded') : faults.memo)}
        </div>
        {fault(faults.all)}
      </div>
    </Modal>
  )
}
