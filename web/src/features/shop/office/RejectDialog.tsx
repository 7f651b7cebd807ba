import { Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonField } from '@/shared/ui/ReasonField'
import { Fault } from './Fault'
import classes from './office.module.css'
import { StaffPictures } from './StaffPictures'

interface Props {
  title: string
  busy: boolean
  faults: Readonly<Record<string, string>>
  close: () => void
  reject: (reason: string, images: readonly string[]) => void
}

/** As many as a member may send. */
const PICTURES = 6

/** Goods that came are not taken back: why, and pictures that show it. */
export default function RejectDialog({ title, busy, faults, close, reject }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [images, setImages] = useState<readonly string[]>([])
  const [checked, setChecked] = useState(false)
  const lacks = checked && !reason.trim()
  const submit = (): void => {
    setChecked(true)
    if (reason.trim()) reject(reason.trim(), images)
  }
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={submit}
      okText={t('shopOffice.refundActions.reject')}
      okButtonProps={{ status: 'danger' }}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        <span>{t('shopOffice.ask.reject')}</span>
        <ReasonField
          id="reject-reason"
          value={reason}
          change={setReason}
          lacks={lacks}
          fault={faults.reason}
          hint={t('shopOffice.cancel.whyHint')}
        />
        <div>
          <div className={classes.label}>{t('common.pictures.title')}</div>
          <StaffPictures value={images} most={PICTURES} onChange={setImages} />
          <div className={classes.hint}>{t('shopDesk.pictures.hint', { most: PICTURES })}</div>
          <Fault text={faults.images} />
        </div>
      </div>
    </Modal>
  )
}
