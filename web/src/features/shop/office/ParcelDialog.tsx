import { Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { Faults } from '@/shared/hooks/useSubmit'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { Fault } from '@/shared/ui/action/Fault'
import { moment } from '@/shared/ui/time'
import type { ParcelNumber } from './deskCalls'
import { mendable, type OrderDetail, type Parcel } from './model'
import classes from './office.module.css'

interface Props {
  detail: OrderDetail
  busy: boolean
  faults: Faults
  close: () => void
  save: (number: ParcelNumber) => void
}

type Draft = Pick<Parcel, 'no' | 'courier_number'> & { company_id: number | null }
const draftOf = ({ no, courier_number, company_id }: Parcel): Draft => ({ no, courier_number, company_id })

/** Mends the courier number or the company of a parcel that has left. */
export default function ParcelDialog({ detail: { row, companies }, busy, faults, close, save }: Props) {
  const { t } = useTranslation()
  const parcels = mendable(row)
  const title = t('shopDesk.parcel.title', { no: row.order_no })
  const [first] = parcels
  if (!first)
    return (
      <Modal visible title={title} onCancel={close} footer={null}>
        {t('shopDesk.parcel.none')}
      </Modal>
    )
  const parcelOf = (no: number) => parcels.find((one) => one.no === no) ?? first
  const isSame = ({ no, courier_number, company_id }: Draft): boolean =>
    courier_number.trim() === parcelOf(no).courier_number && company_id === parcelOf(no).company_id
  return (
    <ActionDialog
      title={title}
      okText={t('common.save')}
      className={classes.modal}
      initial={draftOf(first)}
      fields={({ no }) => {
        const parcel = parcelOf(no)
        return [
          parcels.length > 1 && {
            name: 'no',
            kind: 'radio',
            look: 'vertical',
            label: t('shopOffice.delivery.parcel'),
            options: parcels.map((one) => ({
              value: one.no,
              label: `${t('shopOffice.detail.parcel', { no: one.no })} · ${one.courier_number}`,
            })),
            resets: (chosen) => draftOf(parcelOf(chosen)),
          },
          {
            name: 'company_id',
            kind: 'row',
            half: true,
            required: true,
            label: t('shopOffice.delivery.company'),
            url: '/admin/shop.delivery.Company',
            known: companies.find(({ id }) => id === parcel.company_id)?.name,
          },
          {
            name: 'courier_number',
            kind: 'text',
            half: true,
            label: t('shopOffice.delivery.number'),
            needed: t('shopOffice.delivery.numberNeeded'),
            most: 64,
            enter: true,
          },
          <span key="left" className={classes.hint}>
            {t('shopDesk.parcel.left', { time: moment(parcel.shipment_time) })}
          </span>,
          <Fault key="parcel" text={faults.parcel} />,
        ]
      }}
      problem={(draft) => draft.courier_number.trim() && isSame(draft) && t('shopOffice.edit.nothing')}
      close={close}
      sending={{ busy, faults }}
      send={({ no, courier_number, company_id }) =>
        save({
          parcel: no,
          courier_number: courier_number.trim(),
          ...(company_id && company_id !== parcelOf(no).company_id ? { company_id } : {}),
        })
      }
    />
  )
}
