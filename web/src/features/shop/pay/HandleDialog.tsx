import { Checkbox, Input, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '@/shared/number/decimal'
import { Fault } from '../office/Fault'
import classes from '../office/office.module.css'
import { amountsKey, whyKey, type Decision, type Trouble } from './calls'

/** Ways that a person answers for in words. */
const NOTED = new Set(['balance', 'hand', 'note'])

interface Props {
  trouble: Trouble
  busy: boolean
  close: () => void
  submit: (decision: Decision) => void
}

/** What becomes of a payment or a refund that went wrong. */
export default function HandleDialog({ trouble, busy, close, submit }: Props) {
  const { t } = useTranslation()
  const [how, setHow] = useState(trouble.ways[0] ?? '')
  const [note, setNote] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [checked, setChecked] = useState(false)
  const amounts = amountsKey(trouble)
  const noted = NOTED.has(how)
  const lacks = { note: noted && !note.trim(), agreed: how === 'balance' && !agreed }
  const give = (): void => {
    setChecked(true)
    if (!lacks.note && !lacks.agreed) submit({ how, note: note.trim(), agreed })
  }
  return (
    <Modal
      visible
      title={t('shopPay.handle.title', { no: trouble.out_trade_no || trouble.order_no })}
      onCancel={close}
      onOk={give}
      okText={t('shopPay.handle.confirm')}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        <span>
          {t(whyKey(trouble))} ·{' '}
          {amounts
            ? t(amounts, {
                amount: money(trouble.amount),
                expected: money(trouble.expected),
              })
            : money(trouble.amount)}
        </span>
        <fieldset className={classes.cell}>
          <legend>{t('shopPay.handle.how')}</legend>
          <Radio.Group value={how} onChange={setHow} direction="vertical">
            {trouble.ways.map((way) => (
              <Radio key={way} value={way}>
                {t(`shopPay.way.${way}`)} <span className={classes.hint}>{t(`shopPay.wayHint.${way}`)}</span>
              </Radio>
            ))}
          </Radio.Group>
        </fieldset>
        {how === 'balance' && (
          <div className={classes.cell}>
            <Checkbox checked={agreed} onChange={setAgreed}>
              {t('shopPay.handle.agreed')}
            </Checkbox>
            <Fault text={checked && lacks.agreed ? t('shopPay.handle.agreedNeeded') : null} />
          </div>
        )}
        {noted && (
          <div className={classes.cell}>
            <label htmlFor="handle-note" data-required>
              {t('shopPay.handle.note')}
            </label>
            <Input.TextArea
              id="handle-note"
              value={note}
              maxLength={200}
              showWordLimit
              autoSize={{ minRows: 3 }}
              status={checked && lacks.note ? 'error' : undefined}
              onChange={setNote}
            />
            <Fault text={checked && lacks.note ? t('shopPay.handle.noteNeeded') : null} />
          </div>
        )}
      </div>
    </Modal>
  )
}
