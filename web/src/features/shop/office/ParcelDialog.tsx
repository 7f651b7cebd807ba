import { Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { moment } from '@/shared/ui/time'
import type { ParcelNumber } from './deskCalls'
import { Fault } from './Fault'
import { mendable, type OrderDetail } from './model'
import classes from './office.module.css'

interface Props {
  detail: OrderDetail
  busy: boolean
  faults: Readonly<Record<string, string>>
  close: () => void
  save: (number: ParcelNumber) => void
}

/** Mends the courier number or the company of a parcel that has left. */
export default function ParcelDialog({ detail, busy, faults, close, save }: Props) {
  const { t } = useTranslation()
  const { row, companies } = detail
  const parcels = mendable(row)
  const [no, setNo] = useState(parcels[0]?.no ?? 0)
  const parcel = parcels.find((one) => one.no === no)
  const [number, setNumber] = useState<string | null>(null)
  const [company, setCompany] = useState<number | null>(null)
  const [checked, setChecked] = useState(false)
  const written = number ?? parcel?.courier_number ?? ''
  const chosen = company ?? parcel?.company_id ?? null
  const same = written.trim() === parcel?.courier_number && chosen === parcel.company_id

  const submit = (): void => {
    setChecked(true)
    if (!parcel || !written.trim() || same) return
    save({
      parcel: parcel.no,
      courier_number: written.trim(),
      ...(chosen && chosen !== parcel.company_id ? { company_id: chosen } : {}),
    })
  }
  const title = t('shopDesk.parcel.title', { no: row.order_no })
  if (!parcel)
    return (
      <Modal visible title={title} onCancel={close} footer={null}>
        {t('shopDesk.parcel.none')}
      </Modal>
    )
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={submit}
      okText={t('common.save')}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        {parcels.length > 1 && (
          <fieldset className={classes.choices}>
            <legend className={classes.label}>{t('shopOffice.delivery.parcel')}</legend>
            {parcels.map((one) => (
              <label key={one.no}>
                <input
                  type="radio"
                  name="mended-parcel"
                  checked={one.no === no}
                  onChange={() => {
                    setNo(one.no)
                    setNumber(null)
                    setCompany(null)
                    setChecked(false)
                  }}
                />
                <span>
                  {t('shopOffice.detail.parcel', { no: one.no })} · {one.courier_number}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <div className={classes.cells}>
          <div className={classes.cell}>
            <label htmlFor="mend-company" data-required>
              {t('shopOffice.delivery.company')}
            </label>
            <RemoteSelect
              id="mend-company"
              url="/admin/shop.delivery.Company"
              ariaLabel={t('shopOffice.delivery.company')}
              value={chosen}
              known={companies.find(({ id }) => id === parcel.company_id)?.name}
              onChange={setCompany}
            />
            <Fault text={faults.company_id} />
          </div>
          <div className={classes.cell}>
            <label htmlFor="mend-number" data-required>
              {t('shopOffice.delivery.number')}
            </label>
            <Input
              id="mend-number"
              value={written}
              maxLength={64}
              status={checked && !written.trim() ? 'error' : undefined}
              onChange={setNumber}
              onPressEnter={submit}
            />
            <Fault
              text={
                checked && !written.trim() ? t('shopOffice.delivery.numberNeeded') : faults.courier_number
              }
            />
          </div>
        </div>
        <span className={classes.hint}>
          {t('shopDesk.parcel.left', { time: moment(parcel.shipment_time) })}
        </span>
        <Fault text={checked && same && written.trim() ? t('shopOffice.edit.nothing') : faults.parcel} />
      </div>
    </Modal>
  )
}
