import { Input, Modal, Radio } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { faultsOf } from '@/shared/hooks/useSubmit'
import { useRandomId } from '@/shared/hooks/useRandomId'
import type { Schema } from '@/shared/http'
import { cancelled } from '@/shared/http/error'
import { decimal, money } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { Fault } from '@/shared/ui/action/Fault'
import { quoteRefund, type AskedLine, type NewRefund } from './deskCalls'
import { Goods } from './Goods'
import { amountOf, freeOf, kept, piecesOf, type ShopOrder } from './model'
import classes from './office.module.css'
import { Total } from './Total'

const MONEY = 1
const GOODS_TOO = 2
const GOODWILL = 'goodwill'
/** One types before it is asked what the pieces are worth. */
const QUOTE_MS = 300

interface Props {
  order: ShopOrder
  busy: boolean
  faults: Readonly<Record<string, string>>
  close: () => void
  ask: (refund: NewRefund, command: string) => void
}

type Kind = typeof MONEY | typeof GOODS_TOO | typeof GOODWILL

/** Asks for a refund on behalf of a member, or gives goodwill: an amount without pieces. */
export default function AskRefundDialog({ order, busy, faults, close, ask }: Props) {
  const { t } = useTranslation()
  const { errorText } = useProblem()
  const command = useRandomId()
  const shipped = order.lines.some((line) => freeOf(order, line).shipped > 0)
  const left = order.lines.some((line) => freeOf(order, line).all > 0)
  const [kind, setKind] = useState<Kind>(left ? MONEY : GOODWILL)
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const [description, setDescription] = useState('')
  const [checked, setChecked] = useState(false)
  const [quote, setQuote] = useState<Schema<'RefundQuote'> | null>(null)
  const [refused, setRefused] = useState<Readonly<Record<string, string>> | string | null>(null)

  const rows = order.lines.map((line) => {
    const text = texts[line.line] ?? ''
    const free = freeOf(order, line)
    const most = kind === GOODS_TOO ? free.shipped : free.all
    const value = text.trim()
    const amount = kind === GOODWILL ? amountOf(value || '0') : null
    const pieces = kind === GOODWILL ? 0 : piecesOf(value || '0')
    const wrong = kind === GOODWILL ? amount === null : pieces === null || pieces > most
    const chosen = kind === GOODWILL ? (amount?.gt(0) ?? false) : (pieces ?? 0) > 0
    return { line, text, most, wrong, chosen, pieces: pieces ?? 0, amount }
  })
  const lines: AskedLine[] = rows
    .filter(({ chosen, wrong }) => chosen && !wrong)
    .map(({ line, pieces, amount }) =>
      kind === GOODWILL
        ? { line: line.line, quantity: 0, amount: amount!.toFixed(2) }
        : { line: line.line, quantity: pieces },
    )
  const wrong = rows.some((row) => row.wrong)
  const asked = JSON.stringify(lines)

  useEffect(() => {
    setRefused(null)
    setQuote(null)
    const wanted = JSON.parse(asked) as AskedLine[]
    if (kind === GOODWILL || wrong || wanted.length === 0) return
    let over = false
    const timer = setTimeout(() => {
      quoteRefund(order.id, wanted).then(
        (answer) => over || setQuote(answer),
        (error: unknown) => {
          if (over || cancelled(error)) return
          setRefused(faultsOf(error, (field) => field.startsWith('lines[')) ?? errorText(error))
        },
      )
    }, QUOTE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [asked, kind, wrong, order.id, errorText])

  const total =
    kind === GOODWILL
      ? rows.reduce((sum, { amount }) => sum.plus(amount ?? 0), decimal(0)!)
      : quote && decimal(quote.amount)
  const tooMuch = kind === GOODWILL && total !== null && total.gt(kept(order))
  const lacks = { lines: lines.length === 0, reason: !reason.trim() }
  const submit = (): void => {
    setChecked(true)
    if (wrong || tooMuch || lacks.lines || lacks.reason) return
    ask(
      {
        type: kind === GOODS_TOO ? GOODS_TOO : MONEY,
        lines,
        reason: reason.trim(),
        description: description.trim(),
      },
      command,
    )
  }
  const said = (index: number): string | undefined => {
    const at = lines.findIndex(({ line }) => line === order.lines[index]?.line)
    const names = ['quantity', 'amount', 'line'].map((name) => `lines[${at}].${name}`)
    const from = typeof refused === 'object' && refused !== null ? { ...refused, ...faults } : faults
    return at < 0 ? undefined : names.map((name) => from[name]).find(Boolean)
  }
  return (
    <Modal
      visible
      title={t('shopDesk.ask.title', { no: order.order_no })}
      onCancel={close}
      onOk={submit}
      okText={t('shopDesk.ask.confirm')}
      confirmLoading={busy}
      className={classes.wideModal}
    >
      <div className={classes.form}>
        <Radio.Group
          aria-label={t('shopOffice.refund.type')}
          value={kind}
          onChange={(next: Kind) => {
            setKind(next)
            setTexts({})
            setChecked(false)
          }}
          options={[
            { value: MONEY, label: t('shopState.refundType.1'), disabled: !left },
            { value: GOODS_TOO, label: t('shopState.refundType.2'), disabled: !shipped },
            { value: GOODWILL, label: t('shopOffice.refund.goodwill') },
          ]}
        />
        <span className={classes.hint}>{t(`shopDesk.ask.kinds.${kind}`)}</span>
        <table className={classes.plain}>
          <thead>
            <tr>
              <th>{t('shopOffice.refund.line')}</th>
              <th className={classes.right}>
                {t(kind === GOODWILL ? 'shopOffice.refund.paid' : 'shopOffice.refund.quantity')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, text, most, wrong: bad }, index) => (
              <tr key={line.line}>
                <td>
                  <Goods line={line} />
                  <Fault
                    text={
                      bad
                        ? t(kind === GOODWILL ? 'shopDesk.ask.amountWrong' : 'shopDesk.ask.piecesWrong', {
                            most,
                          })
                        : said(index)
                    }
                  />
                </td>
                <td className={classes.right}>
                  <Input
                    className={classes.numeric}
                    inputMode={kind === GOODWILL ? 'decimal' : 'numeric'}
                    aria-label={`${t(kind === GOODWILL ? 'shopOffice.refund.paid' : 'shopOffice.refund.quantity')} ${line.name} ${line.sku_text}`.trim()}
                    placeholder="0"
                    value={text}
                    disabled={kind !== GOODWILL && most === 0}
                    status={bad ? 'error' : undefined}
                    onChange={(next) => setTexts((old) => ({ ...old, [line.line]: next }))}
                  />
                  <div className={classes.hint}>
                    {kind === GOODWILL
                      ? t('shopDesk.ask.linePaid', { amount: money(line.pay_share) })
                      : t('shopDesk.ask.most', { count: most })}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Fault text={checked && lacks.lines && !wrong ? t('shopDesk.ask.nothing') : null} />
        <Total label={t('shopOffice.auditForm.total')}>{total ? <Numeral value={total} money /> : '–'}</Total>
        <Fault
          text={
            tooMuch
              ? t('shopOffice.auditForm.tooMuch', { most: money(kept(order)) })
              : (faults.amount ?? (typeof refused === 'string' ? refused : null))
          }
        />
        <div className={classes.cell}>
          <label htmlFor="ask-reason" data-required>
            {t('shopOffice.refund.reason')}
          </label>
          <Input
            id="ask-reason"
            value={reason}
            maxLength={200}
            status={checked && lacks.reason ? 'error' : undefined}
            onChange={setReason}
          />
          <Fault text={checked && lacks.reason ? t('common.reasonNeeded') : faults.reason} />
        </div>
        <div className={classes.cell}>
          <label htmlFor="ask-description">{t('shopDesk.ask.description')}</label>
          <Input.TextArea
            id="ask-description"
            value={description}
            maxLength={500}
            showWordLimit
            autoSize={{ minRows: 2 }}
            onChange={setDescription}
          />
          <Fault text={faults.description} />
        </div>
        <span className={classes.hint}>{t('shopDesk.ask.then')}</span>
      </div>
    </Modal>
  )
}
