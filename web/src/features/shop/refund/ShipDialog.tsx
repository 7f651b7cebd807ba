import { Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { shipRefund } from './calls'
import { MemberPictures } from './MemberPictures'
import classes from './refund.module.css'

const PICTURES = 6

interface Props {
  id: number
  close: () => void
  sent: () => void
}

/** With whom goods are on their way back. */
export function ShipDialog({ id, close, sent }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const [company, setCompany] = useState('')
  const [number, setNumber] = useState('')
  const [images, setImages] = useState<readonly string[]>([])
  const [checked, setChecked] = useState(false)
  const { busy, submit } = useSubmit(show)
  const send = (): void => {
    setChecked(true)
    if (!company.trim() || !number.trim()) return
    const sending = { company: company.trim(), courier_number: number.trim(), images }
    void submit(() => shipRefund(id, sending), sent)
  }
  const field = (name: 'company' | 'number', value: string, set: (text: string) => void) => (
    <div className={classes.cell}>
      <label htmlFor={`return-${name}`} data-required>
        {t(`shopRefund.${name}`)}
      </label>
      <Input
        id={`return-${name}`}
        value={value}
        maxLength={64}
        status={checked && !value.trim() ? 'error' : undefined}
        onChange={set}
      />
      {checked && !value.trim() && (
        <div role="alert" className={classes.fault}>
          {t(`shopRefund.${name}Needed`)}
        </div>
      )}
    </div>
  )
  return (
    <Modal
      visible
      title={t('shopRefund.ship')}
      style={{ width: 'min(480px, calc(100vw - 24px))' }}
      okText={t('shopRefund.shipConfirm')}
      confirmLoading={busy}
      onOk={send}
      onCancel={close}
    >
      <div className={classes.form}>
        {field('company', company, setCompany)}
        {field('number', number, setNumber)}
        <fieldset className={classes.cell}>
          <legend>
            {t('common.pictures.title')}{' '}
            <span className={classes.hint}>{t('shopRefund.picturesHint', { count: PICTURES })}</span>
          </legend>
          <MemberPictures value={images} most={PICTURES} topic="refund" onChange={setImages} />
        </fieldset>
      </div>
    </Modal>
  )
}
