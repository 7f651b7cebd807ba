import { Alert, Checkbox, Input, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal, money } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { ReasonField } from '@/shared/ui/ReasonField'
import { Fault } from '@/shared/ui/action/Fault'
import { Pictures } from '@/shared/upload/Pictures'
import type { Agreement } from './calls'
import { Goods } from './Goods'
import { amountOf, capsOf, type RefundDetail } from './model'
import classes from './office.module.css'
import { ReturnAddressField, useReturnAddress } from './ReturnAddress'
import { Total } from './Total'

interface Props {
  detail: RefundDetail
  busy: boolean
  faults: Readonly<Record<string, string>>
  close: () => void
  agree: (agreement: Agreement) => void
  refuse: (reason: string) => void
}

const GOODS_TOO = 2

/** Decides a request: agrees with amounts that may be lowered or raised to the cap, or refuses with a reason. */
export default function AuditDialog({
  detail: { row, order, coupon },
  busy,
  faults,
  close,
  agree,
  refuse,
}: Props) {
  const { t } = useTranslation()
  const caps = capsOf(order, row)
  const askedFreight = row.lines.reduce((all, { freight }) => all.plus(decimal(freight) ?? 0), decimal(0)!)
  const [agrees, setAgrees] = useState(true)
  const [amounts, setAmounts] = useState<Readonly<Record<number, string>>>(() =>
    Object.fromEntries(row.lines.map(({ line, amount }) => [line, amount])),
  )
  const [freight, setFreight] = useState(askedFreight.toFixed(2))
  const [reason, setReason] = useState('')
  const [couponBack, setCouponBack] = useState(false)
  const [checked, setChecked] = useState(false)
  const returns = row.type === GOODS_TOO
  const sentTo = useReturnAddress(returns)
  const { address } = sentTo

  const lines = row.lines.map((share) => {
    const line = order.lines.find((one) => one.line === share.line)
    const amount = amountOf(amounts[share.line] ?? '')
    const most = caps.lines.get(share.line) ?? decimal(0)!
    return { share, line, amount, most, wrong: !amount || amount.gt(most) }
  })
  const back = amountOf(freight)
  const freightWrong = !back || back.gt(caps.freight)
  const total = lines.reduce((all, { amount }) => all.plus(amount ?? 0), back ?? decimal(0)!)
  const tooMuch = total.gt(caps.order)
  const lowered = total.lt(decimal(row.asked_amount) ?? 0)
  const lacksReason = !reason.trim() && (agrees ? lowered : true)
  const lacksAddress = agrees && returns && !address

  const submit = (): void => {
    setChecked(true)
    if (lacksReason) return
    if (!agrees) return refuse(reason.trim())
    if (lines.some(({ wrong }) => wrong) || freightWrong || tooMuch || lacksAddress) return
    agree({
      lines: lines.map(({ share, amount }) => ({
        line: share.line,
        quantity: share.quantity,
        amount: amount?.toFixed(2) ?? share.amount,
      })),
      freight: back.toFixed(2),
      reason: reason.trim(),
      ...(returns && address ? { return_address_id: address } : {}),
      ...(couponBack ? { coupon_back: true } : {}),
    })
  }

  return (
    <Modal
      visible
      title={t('shopOffice.auditForm.title', { no: row.refund_no })}
      onCancel={close}
      onOk={submit}
      okText={t('shopOffice.auditForm.confirm')}
      okButtonProps={{ status: agrees ? undefined : 'danger' }}
      confirmLoading={busy}
      className={classes.wideModal}
    >
      <div className={classes.form}>
        <div className={classes.row}>
          <strong>{t(`shopState.refundType.${row.type}`)}</strong>
          <span>{row.reason}</span>
          <span className={classes.hint}>
            {t('shopOffice.auditForm.asked', { amount: money(row.asked_amount) })}
          </span>
        </div>
        {row.description && <p className={classes.remark}>{row.description}</p>}
        <Pictures images={row.images} size={72} />
        <Radio.Group
          value={agrees}
          onChange={setAgrees}
          options={[
            { value: true, label: t('shopOffice.auditForm.agree') },
            { value: false, label: t('shopOffice.auditForm.refuse') },
          ]}
        />
        {agrees && coupon && (
          <Alert
            type="warning"
            content={t('shopDesk.coupon', {
              name: coupon.name,
              min: money(coupon.min_amount),
              kept: money(coupon.kept),
            })}
          />
        )}
        {agrees && (
          <>
            <table className={classes.plain}>
              <tbody>
                {lines.map(({ share, line, most, wrong }, index) => (
                  <tr key={share.line}>
                    <td>
                      {line && <Goods line={line} />}
                      <div className={classes.hint}>
                        {share.quantity === 0
                          ? t('shopOffice.refund.goodwill')
                          : t('shopOffice.auditForm.how', {
                              pieces: share.quantity,
                              all: line?.quantity ?? share.quantity,
                              paid: money(line?.pay_share),
                            })}
                        {' · '}
                        {t('shopOffice.auditForm.worth')} <Numeral value={share.worth} money />
                      </div>
                      <Fault
                        text={
                          wrong
                            ? t('shopOffice.auditForm.wrong', { most: money(most) })
                            : (faults[`lines[${index}].amount`] ?? faults[`lines[${index}].quantity`])
                        }
                      />
                    </td>
                    <td className={classes.right}>
                      <Input
                        className={classes.numeric}
                        inputMode="decimal"
                        aria-label={`${t('shopOffice.auditForm.amount')} ${line?.name ?? share.line}`}
                        value={amounts[share.line] ?? ''}
                        status={wrong ? 'error' : undefined}
                        onChange={(text) => setAmounts((old) => ({ ...old, [share.line]: text }))}
                      />
                      <div className={classes.hint}>
                        {t('shopOffice.auditForm.most', { amount: money(most) })}
                      </div>
                    </td>
                  </tr>
                ))}
                {(caps.freight.gt(0) || askedFreight.gt(0)) && (
                  <tr>
                    <td>
                      <label htmlFor="refund-freight">{t('shopOffice.auditForm.freight')}</label>
                      <Fault
                        text={
                          freightWrong
                            ? t('shopOffice.auditForm.wrong', { most: money(caps.freight) })
                            : faults.freight
                        }
                      />
                    </td>
                    <td className={classes.right}>
                      <Input
                        id="refund-freight"
                        className={classes.numeric}
                        inputMode="decimal"
                        value={freight}
                        status={freightWrong ? 'error' : undefined}
                        onChange={setFreight}
                      />
                      <div className={classes.hint}>
                        {t('shopOffice.auditForm.freightMost', { amount: money(caps.freight) })}
                      </div>
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
            <Total label={t('shopOffice.auditForm.total')}>
              {lines.some(({ wrong }) => wrong) || freightWrong ? '–' : <Numeral value={total} money />}
            </Total>
            <Fault
              text={tooMuch ? t('shopOffice.auditForm.tooMuch', { most: money(caps.order) }) : faults.amount}
            />
            {returns && (
              <ReturnAddressField
                id="refund-address"
                of={sentTo}
                fault={
                  checked && lacksAddress ? t('shopOffice.auditForm.addressNeeded') : faults.return_address_id
                }
              />
            )}
          </>
        )}
        {(!agrees || lowered) && (
          <ReasonField
            id="refund-reason"
            label={t(agrees ? 'shopOffice.auditForm.reason' : 'shopOffice.auditForm.refuseReason')}
            value={reason}
            change={setReason}
            lacks={checked && lacksReason}
            needed={t(agrees ? 'shopOffice.auditForm.lowered' : 'shopOffice.auditForm.refuseNeeded')}
            fault={faults.reason}
          />
        )}
        {agrees && order.user_coupon_id && (
          <div className={classes.cell}>
            <Checkbox checked={couponBack} onChange={setCouponBack}>
              {t('shopDesk.couponBack')}
            </Checkbox>
            <span className={classes.hint}>{t('shopDesk.couponHint')}</span>
          </div>
        )}
        {agrees && (
          <span className={classes.hint}>
            {t(returns ? 'shopOffice.auditForm.later' : 'shopOffice.auditForm.now')}
          </span>
        )}
      </div>
    </Modal>
  )
}
