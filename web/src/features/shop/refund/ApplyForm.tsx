import { Button, Checkbox, Input, InputNumber, Message, Radio, Select } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { ApiError, type FieldError } from '@/shared/http'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { lineOf } from '../lineOf'
import { Goods } from '../office/Goods'
import type { ShopOrder } from '../office/model'
import { applyRefund, fetchOrder, quoteRefund } from './calls'
import { GOODS_TOO, MONEY_ONLY, mostOf, returnable } from './lines'
import { MemberPictures } from './MemberPictures'
import classes from './refund.module.css'

const REASONS = ['unwanted', 'wrong', 'late', 'damaged', 'different', 'quality', 'other'] as const
type Reason = (typeof REASONS)[number]
const PICTURES = 6
const SETTLE_MS = 250

interface FormProps {
  order: ShopOrder
  done: (id: number) => void
}

function Form({ order, done }: FormProps) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const canReturn = returnable(order)
  const [type, setType] = useState(MONEY_ONLY)
  const [pieces, setPieces] = useState<Readonly<Record<number, number>>>({})
  const [reason, setReason] = useState<Reason | null>(null)
  const [other, setOther] = useState('')
  const [description, setDescription] = useState('')
  const [images, setImages] = useState<readonly string[]>([])
  const [checked, setChecked] = useState(false)
  const [fault, setFault] = useState('')
  const { busy, submit } = useSubmit(show)

  const chosen = order.lines
    .map((line) => ({
      line: line.line,
      quantity: Math.min(pieces[line.line] ?? 0, mostOf(order, line, type)),
    }))
    .filter(({ quantity }) => quantity > 0)
  const key = JSON.stringify(chosen)
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [key])
  const quote = useFetched(`refund quote ${order.order_no} ${settled}`, () =>
    settled === '[]'
      ? Promise.resolve(null)
      : quoteRefund(order.order_no, JSON.parse(settled) as typeof chosen),
  )
  const money = (amount: string): string => t('shopRefund.money', { amount })
  const reasonText = reason === 'other' ? other.trim() : reason ? t(`shopRefund.reasons.${reason}`) : ''

  /** A fault with the goods that it is about. */
  const named = ({ field, msg: why }: FieldError): string => {
    const at = chosen[lineOf(field)]?.line
    const name = order.lines.find(({ line }) => line === at)?.name
    return name ? t('shopOrder.again.line', { name, why }) : why
  }
  const apply = (): void => {
    setChecked(true)
    if (chosen.length === 0 || !reasonText) return
    setFault('')
    const application = {
      order_no: order.order_no,
      type,
      lines: chosen,
      reason: reasonText,
      description: description.trim(),
      images,
    }
    void submit(
      (command) => applyRefund(application, command),
      ({ id }) => {
        Message.success(t('shopRefund.sent'))
        done(id)
      },
      (error) => {
        const faults = error instanceof ApiError ? error.errors : []
        if (faults.length > 0) setFault(faults.map(named).join(t('shopOrder.again.and')))
        else show(error)
        quote.reload()
      },
    )
  }

  return (
    <div className={classes.form}>
      <fieldset className={classes.cell}>
        <legend data-required>{t('shopRefund.type')}</legend>
        <Radio.Group
          direction="vertical"
          value={type}
          onChange={(next: number) => setType(next)}
          className={classes.kinds}
        >
          {[MONEY_ONLY, ...(canReturn ? [GOODS_TOO] : [])].map((one) => (
            <Radio key={one} value={one}>
              {t(`shopState.refundType.${one}`)}{' '}
              <span className={classes.hint}>{t(`shopRefund.typeHint.${one}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </fieldset>
      <fieldset className={classes.cell}>
        <legend data-required>{t('shopRefund.lines')}</legend>
        <ul className={classes.lines}>
          {order.lines.map((line) => {
            const most = mostOf(order, line, type)
            const count = Math.min(pieces[line.line] ?? 0, most)
            const set = (quantity: number): void => setPieces((old) => ({ ...old, [line.line]: quantity }))
            return (
              <li key={line.line}>
                <Checkbox
                  aria-label={t('shopRefund.choose', { name: line.name })}
                  disabled={most === 0}
                  checked={count > 0}
                  onChange={(on: boolean) => set(on ? most : 0)}
                />
                <Goods line={{ ...line, sku_code: '' }} />
                <span className={classes.pieces}>
                  <InputNumber
                    mode="button"
                    aria-label={t('shopRefund.quantityOf', { name: line.name })}
                    min={0}
                    max={most}
                    precision={0}
                    disabled={most === 0}
                    value={count}
                    onChange={(quantity: number | undefined) => set(quantity ?? 0)}
                  />
                  <div className={classes.hint}>{t('shopRefund.free', { count: most })}</div>
                </span>
              </li>
            )
          })}
        </ul>
        {checked && chosen.length === 0 && (
          <div role="alert" className={classes.fault}>
            {t('shopRefund.rule.lines')}
          </div>
        )}
      </fieldset>
      <div className={classes.cell}>
        <label htmlFor="refund-reason" data-required>
          {t('shopRefund.reason')}
        </label>
        <Select
          id="refund-reason"
          aria-label={t('shopRefund.reason')}
          placeholder={t('shopRefund.rule.reason')}
          value={reason ?? undefined}
          options={REASONS.map((one) => ({ value: one, label: t(`shopRefund.reasons.${one}`) }))}
          onChange={(next: Reason) => setReason(next)}
        />
        {reason === 'other' && (
          <Input
            style={{ marginTop: 8, maxWidth: 420 }}
            aria-label={t('shopRefund.otherReason')}
            placeholder={t('shopRefund.otherReason')}
            value={other}
            maxLength={200}
            onChange={setOther}
          />
        )}
        {checked && !reasonText && (
          <div role="alert" className={classes.fault}>
            {t(reason === 'other' ? 'shopRefund.otherReason' : 'shopRefund.rule.reason')}
          </div>
        )}
      </div>
      <div className={classes.cell}>
        <label htmlFor="refund-text">{t('shopRefund.description')}</label>
        <Input.TextArea
          id="refund-text"
          value={description}
          maxLength={500}
          showWordLimit
          autoSize={{ minRows: 3, maxRows: 8 }}
          placeholder={t('shopRefund.descriptionHint')}
          onChange={setDescription}
        />
      </div>
      <fieldset className={classes.cell}>
        <legend>
          {t('common.pictures.title')}{' '}
          <span className={classes.hint}>{t('shopRefund.picturesHint', { count: PICTURES })}</span>
        </legend>
        <MemberPictures value={images} most={PICTURES} topic="refund" onChange={setImages} />
      </fieldset>
      {quote.error ? (
        <Problem error={quote.error} retry={quote.reload} toMember />
      ) : (
        quote.data && (
          <section aria-label={t('shopRefund.sum')} aria-busy={quote.renewing || settled !== key}>
            <dl className={classes.sums}>
              {quote.data.lines.map((share) => {
                const line = order.lines.find((one) => one.line === share.line)
                return (
                  <div key={share.line}>
                    <dt>
                      {t('shopRefund.sumLine', {
                        name: line?.name,
                        pieces: share.quantity,
                        all: line?.quantity,
                        paid: money(line?.pay_share ?? '0.00'),
                      })}
                    </dt>
                    <dd>{money(share.amount)}</dd>
                  </div>
                )
              })}
              {quote.data.lines.some(({ freight }) => Number(freight) > 0) && (
                <div>
                  <dt>{t('shopRefund.sumFreight')}</dt>
                  <dd>
                    {quote.data.lines
                      .filter(({ freight }) => Number(freight) > 0)
                      .map(({ freight }) => money(freight))
                      .join(' + ')}
                  </dd>
                </div>
              )}
              {quote.data.score_back > 0 && (
                <div>
                  <dt>{t('shopRefund.sumScore')}</dt>
                  <dd>{quote.data.score_back}</dd>
                </div>
              )}
              <div className={classes.total}>
                <dt>{t('shopRefund.total')}</dt>
                <dd>{money(quote.data.amount)}</dd>
              </div>
            </dl>
            <p className={classes.hint}>{t('shopRefund.way')}</p>
          </section>
        )
      )}
      {fault && (
        <div role="alert" className={classes.fault}>
          {fault}
        </div>
      )}
      <div className={classes.buttons}>
        <Button type="primary" loading={busy} onClick={apply}>
          {t('shopRefund.submit')}
        </Button>
      </div>
    </div>
  )
}

interface Props {
  order_no: string
  done: (id: number) => void
}

/** Asks for money back: what, why, with pictures, and the sum explained. */
export function ApplyForm({ order_no, done }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(`own order ${order_no}`, (signal) => fetchOrder(order_no, signal))
  const order = fetched.data?.row
  return (
    <Page title={t('shopRefund.apply')} remark={t('shopRefund.applyRemark')}>
      <Card>
        {fetched.error && !order ? (
          <Problem error={fetched.error} retry={fetched.reload} toMember />
        ) : !order ? (
          <Waiting rows={8} />
        ) : order.allowed.includes('refund') ? (
          <Form order={order} done={done} />
        ) : (
          <Nothing
            text={t(
              order.lines.every((line) => mostOf(order, line, MONEY_ONLY) === 0)
                ? 'shopRefund.nothing'
                : 'shopRefund.closed',
            )}
          />
        )}
      </Card>
    </Page>
  )
}
