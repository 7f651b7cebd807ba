import { Button, Checkbox, Input, Modal } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import type { Parcel } from './beside'
import type { ParcelBody } from './commands'
import { quantityFault, type Order, type OrderLine } from './model'
import classes from './orders.module.css'
import { decimalsOf } from './partial'

interface Draft {
  key: number
  no?: number
  carrier: number | null
  carrierName?: string
  number: string
  /** What is in it; nothing for all that is in no other one. */
  lines: Readonly<Record<number, string>> | null
}

interface Props {
  title: string
  order: Order
  busy: boolean
  close: () => void
  post: (parcels: ParcelBody[]) => Promise<void>
}

let lastKey = 0
const empty = (): Draft => ({ key: ++lastKey, carrier: null, number: '', lines: null })
const draftOf = (parcel: Parcel): Draft => ({
  key: ++lastKey,
  no: parcel.no,
  carrier: parcel.carrier_id ?? null,
  carrierName: parcel.carrier?.name,
  number: parcel.courier_number,
  lines: Object.fromEntries(parcel.lines.map(({ line, quantity }) => [line, quantity])),
})

function request({ no, carrier, number, lines }: Draft): ParcelBody {
  const filled = Object.entries(lines ?? {}).filter(([, quantity]) => decimal(quantity)?.gt(0))
  return {
    ...(no === undefined ? {} : { no }),
    carrier_id: carrier,
    courier_number: number.trim(),
    ...(lines
      ? { lines: filled.map(([line, quantity]) => ({ line: Number(line), quantity: quantity.trim() })) }
      : {}),
  }
}

/** The parcels in which an order's goods have left: carrier, number, contents. */
export default function Parcels({ title, order, busy, close, post }: Props) {
  const { t } = useTranslation()
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const known = (order.parcels ?? []).map(draftOf)
    return known.length > 0
      ? known
      : [{ ...empty(), carrier: order.carrier_id ?? null, carrierName: order.carrier?.name }]
  })
  const [checked, setChecked] = useState(false)
  const change = (key: number, changes: Partial<Draft>): void =>
    setDrafts((old) => old.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)))
  const isNameless = (draft: Draft): boolean => !draft.number.trim() && draft.carrier === null
  const moved = order.lines.filter((line) => decimal(line.stocked_quantity)?.gt(0))
  /** What is wrong with how much of a line a parcel holds. */
  const wrongIn = (draft: Draft, line: OrderLine): string | null => {
    const text = draft.lines?.[line.line]?.trim() ?? ''
    if (text === '') return null
    const fault = quantityFault(text, decimalsOf(line))
    if (fault) return t(fault.key, { count: fault.count })
    const packed = drafts.reduce((sum, { lines }) => sum.plus(decimal(lines?.[line.line]) ?? 0), decimal(0)!)
    return packed.gt(line.stocked_quantity) ? t('orders.rule.overLeft') : null
  }

  const send = (): void => {
    setChecked(true)
    if (drafts.some((draft) => isNameless(draft) || moved.some((line) => wrongIn(draft, line)))) return
    void post(drafts.map(request))
  }

  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={send}
      confirmLoading={busy}
      className={classes.wideModal}
    >
      <p className={classes.hint}>{t('orderSteps.parcelHint')}</p>
      {drafts.map((draft, index) => (
        <fieldset key={draft.key} className={classes.parcel}>
          <legend>{t('orderSteps.parcel', { no: index + 1 })}</legend>
          <div className={classes.head}>
            <div className={classes.cell}>
              <label>{t('orderSteps.carrier')}</label>
              <RemoteSelect
                url="/admin/warehouse.Carrier"
                ariaLabel={`${t('orderSteps.carrier')} ${index + 1}`}
                value={draft.carrier}
                known={draft.carrierName}
                allowClear
                onChange={(carrier, row) =>
                  change(draft.key, { carrier, carrierName: row ? String(row.name) : undefined })
                }
              />
            </div>
            <div className={classes.cell}>
              <label htmlFor={`parcel-${draft.key}`}>{t('orderSteps.courierNumber')}</label>
              <Input
                id={`parcel-${draft.key}`}
                value={draft.number}
                maxLength={64}
                status={checked && isNameless(draft) ? 'error' : undefined}
                onChange={(number) => change(draft.key, { number })}
              />
              {checked && isNameless(draft) && (
                <div className={classes.fault} role="alert">
                  {t('orderSteps.parcelNeeds')}
                </div>
              )}
            </div>
          </div>
          <div className={classes.parcelFoot}>
            <Checkbox
              checked={draft.lines !== null}
              onChange={(wanted: boolean) => change(draft.key, { lines: wanted ? {} : null })}
            >
              {t('orderSteps.parcelContents')}
            </Checkbox>
            <Button
              type="text"
              status="danger"
              icon={<IconDelete />}
              aria-label={t('orderSteps.removeParcel', { no: index + 1 })}
              onClick={() => setDrafts((old) => old.filter(({ key }) => key !== draft.key))}
            />
          </div>
          {draft.lines && (
            <table className={classes.plain}>
              <thead>
                <tr>
                  <th>{t('orders.line.product')}</th>
                  <th className={classes.right}>{t('orders.outbound.stockedQuantity')}</th>
                  <th className={classes.right}>{t('orderSteps.packed')}</th>
                </tr>
              </thead>
              <tbody>
                {moved.map((line) => (
                  <tr key={line.line}>
                    <td>
                      <ProductLabel product={line.product} />
                    </td>
                    <td className={classes.right}>
                      <Numeral value={line.stocked_quantity} unit={line.product?.unit?.name} />
                    </td>
                    <td className={classes.right}>
                      <Input
                        className={classes.numeric}
                        inputMode="decimal"
                        aria-label={`${t('orders.line.quantity')} ${index + 1}.${line.line}`}
                        status={wrongIn(draft, line) ? 'error' : undefined}
                        value={draft.lines?.[line.line] ?? ''}
                        onChange={(text) =>
                          change(draft.key, { lines: { ...draft.lines, [line.line]: text } })
                        }
                      />
                      {wrongIn(draft, line) && (
                        <div className={classes.fault} role="alert">
                          {wrongIn(draft, line)}
                        </div>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </fieldset>
      ))}
      <Button type="text" icon={<IconPlus />} onClick={() => setDrafts((old) => [...old, empty()])}>
        {t('orderSteps.addParcel')}
      </Button>
    </Modal>
  )
}
