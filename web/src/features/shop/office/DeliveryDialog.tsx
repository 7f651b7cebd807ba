import { Alert, Checkbox, Input, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { Fault } from '@/shared/ui/action/Fault'
import type { Sending } from './calls'
import { Goods } from './Goods'
import { piecesOf, WAITING, type Parcel, type ShopOrder } from './model'
import classes from './office.module.css'
import { useNames } from './useNames'

interface Props {
  order: ShopOrder
  busy: boolean
  /** What the node says of the fields. */
  faults: Readonly<Record<string, string>>
  close: () => void
  send: (sending: Sending) => void
}

/** Lines of a parcel with an open refund request: they are not sent before it is decided. */
const askedFor = (order: ShopOrder, parcel: Parcel): string[] => {
  const asked = new Set(
    order.refunds
      .filter(({ audit_status }) => audit_status === 1)
      .flatMap(({ lines }) => lines.map(({ line }) => line)),
  )
  const there = parcel.lines.filter(({ line }) => asked.has(line)).map(({ line }) => line)
  return order.lines.filter(({ line }) => there.includes(line)).map(({ name }) => name)
}

/** Sends a parcel, or a part of it: company, courier number, contents. */
export default function DeliveryDialog({ order, busy, faults, close, send }: Props) {
  const { t } = useTranslation()
  const waiting = order.parcels.filter(({ status }) => status === WAITING)
  const warehouse = useNames(
    '/admin/warehouse.Warehouse',
    waiting.map(({ warehouses_id }) => warehouses_id),
  )
  const [no, setNo] = useState(waiting[0]?.no ?? 0)
  const [company, setCompany] = useState<number | null>(null)
  const [number, setNumber] = useState('')
  const [part, setPart] = useState(false)
  const [pieces, setPieces] = useState<Readonly<Record<number, string>>>({})
  const [force, setForce] = useState(false)
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const parcel = waiting.find((one) => one.no === no)

  if (!parcel) {
    return (
      <Modal
        visible
        title={t('shopOffice.delivery.title', { no: order.order_no })}
        onCancel={close}
        footer={null}
      >
        {t('shopOffice.delivery.none')}
      </Modal>
    )
  }

  const text = (line: number, all: number): string => pieces[line] ?? String(all)
  const wrong = parcel.lines.filter(({ line, quantity }) => {
    const counted = piecesOf(text(line, quantity))
    return part && (counted === null || counted > quantity)
  })
  const chosen = parcel.lines.map(({ line, quantity }) => ({
    line,
    quantity: part ? (piecesOf(text(line, quantity)) ?? 0) : quantity,
  }))
  const nothing = chosen.every(({ quantity }) => quantity === 0)
  const whole = parcel.lines.every(({ quantity }, index) => chosen[index]?.quantity === quantity)
  const asked = askedFor(order, {
    ...parcel,
    lines: parcel.lines.filter((_, index) => (chosen[index]?.quantity ?? 0) > 0),
  })

  const submit = (): void => {
    setChecked(true)
    if (!company || !number.trim() || wrong.length > 0 || nothing) return
    if (asked.length > 0 && (!force || !reason.trim())) return
    send({
      parcel: parcel.no,
      company_id: company,
      courier_number: number.trim(),
      ...(whole ? {} : { lines: chosen.filter(({ quantity }) => quantity > 0) }),
      ...(asked.length > 0 ? { force: true, reason: reason.trim() } : {}),
    })
  }

  return (
    <Modal
      visible
      title={t('shopOffice.delivery.title', { no: order.order_no })}
      onCancel={close}
      onOk={submit}
      okText={t('shopOffice.delivery.confirm')}
      okButtonProps={{ disabled: asked.length > 0 && !force }}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        {asked.length > 0 && (
          <>
            <Alert type="warning" content={t('shopOffice.delivery.asked', { names: asked.join(', ') })} />
            <Checkbox checked={force} onChange={setForce}>
              {t('shopDesk.force.anyway')}
            </Checkbox>
            {force && (
              <div className={classes.cell}>
                <label htmlFor="delivery-reason" data-required>
                  {t('common.reason')}
                </label>
                <Input
                  id="delivery-reason"
                  value={reason}
                  maxLength={200}
                  status={checked && !reason.trim() ? 'error' : undefined}
                  onChange={setReason}
                />
                <Fault text={checked && !reason.trim() ? t('common.reasonNeeded') : faults.reason} />
                <span className={classes.hint}>{t('shopDesk.force.effect')}</span>
              </div>
            )}
          </>
        )}
        {parcel.doubt && <Alert type="warning" content={t('shopOffice.detail.doubt')} />}
        {waiting.length > 1 && (
          <fieldset className={classes.cell}>
            <legend>{t('shopOffice.delivery.parcel')}</legend>
            <Radio.Group
              value={no}
              onChange={(next: number) => {
                setNo(next)
                setPieces({})
              }}
              options={waiting.map((one) => ({
                value: one.no,
                label: `${t('shopOffice.detail.parcel', { no: one.no })} · ${warehouse(one.warehouses_id ?? 0)}`,
              }))}
            />
          </fieldset>
        )}
        {waiting.length === 1 && (
          <span className={classes.hint}>
            {t('shopOffice.delivery.from')}: {warehouse(parcel.warehouses_id ?? 0)}
          </span>
        )}
        <div className={classes.cells}>
          <div className={classes.cell}>
            <label htmlFor="delivery-company" data-required>
              {t('shopOffice.delivery.company')}
            </label>
            <RemoteSelect
              id="delivery-company"
              url="/admin/shop.delivery.Company"
              ariaLabel={t('shopOffice.delivery.company')}
              value={company}
              error={checked && !company}
              onChange={setCompany}
            />
            <Fault
              text={
                checked && !company
                  ? t('shopOffice.delivery.companyNeeded')
                  : company
                    ? faults.company_id
                    : null
              }
            />
          </div>
          <div className={classes.cell}>
            <label htmlFor="delivery-number" data-required>
              {t('shopOffice.delivery.number')}
            </label>
            <Input
              id="delivery-number"
              value={number}
              maxLength={64}
              status={checked && !number.trim() ? 'error' : undefined}
              onChange={setNumber}
              onPressEnter={submit}
            />
            <Fault
              text={checked && !number.trim() ? t('shopOffice.delivery.numberNeeded') : faults.courier_number}
            />
          </div>
        </div>
        <fieldset className={classes.cell}>
          <legend>{t('shopOffice.delivery.contents')}</legend>
          <Radio.Group
            value={part}
            onChange={setPart}
            options={[
              { value: false, label: t('shopOffice.delivery.all') },
              { value: true, label: t('shopOffice.delivery.part') },
            ]}
          />
        </fieldset>
        <table className={classes.plain}>
          <tbody>
            {parcel.lines.map(({ line: at, quantity }, index) => {
              const line = order.lines.find((one) => one.line === at)
              if (!line) return null
              const bad = wrong.some((one) => one.line === at)
              return (
                <tr key={at}>
                  <td>
                    <Goods line={line} />
                    <Fault text={bad ? t('shopOffice.delivery.whole') : faults[`lines[${index}].quantity`]} />
                  </td>
                  <td className={classes.right}>
                    {part ? (
                      <Input
                        className={classes.numeric}
                        inputMode="numeric"
                        aria-label={`${t('shopOffice.detail.quantity')} ${line.name}`}
                        status={bad ? 'error' : undefined}
                        value={text(at, quantity)}
                        onChange={(next) => setPieces((old) => ({ ...old, [at]: next }))}
                      />
                    ) : (
                      t('shopState.pieces', { count: quantity })
                    )}
                    {part && (
                      <div className={classes.hint}>
                        {t('shopOffice.delivery.waiting', { count: quantity })}
                      </div>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        <Fault text={checked && nothing ? t('shopOffice.delivery.nothing') : null} />
        <span className={classes.hint}>{t('shopOffice.delivery.effect')}</span>
      </div>
    </Modal>
  )
}
