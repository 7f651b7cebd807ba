import { Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaCascader } from '@/shared/address/AreaCascader'
import { isMobile } from '@/shared/rules/person'
import type { OrderChange } from './calls'
import { Fault } from './Fault'
import { SHIPPED, type ShopOrder } from './model'
import classes from './office.module.css'

interface Props {
  order: ShopOrder
  busy: boolean
  faults: Readonly<Record<string, string>>
  close: () => void
  save: (change: OrderChange) => void
}

interface Draft {
  admin_remark: string
  name: string
  mobile: string
  area: number[]
  address: string
}

/** Internal remark; address until something has left. */
export default function EditDialog({ order, busy, faults, close, save }: Props) {
  const { t } = useTranslation()
  const old: Draft = {
    admin_remark: order.admin_remark ?? '',
    name: order.name,
    mobile: order.mobile,
    area: order.area,
    address: order.address,
  }
  const [draft, setDraft] = useState(old)
  const [checked, setChecked] = useState(false)
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }))

  const sent = order.parcels.filter(({ status }) => status === SHIPPED)
  const ships = order.parcels.length > 0
  const placed = ships && sent.length === 0 && order.status <= 2

  const change: OrderChange = {
    ...(draft.admin_remark !== old.admin_remark && { admin_remark: draft.admin_remark.trim() }),
    ...(placed && draft.name !== old.name && { name: draft.name.trim() }),
    ...(placed && draft.mobile !== old.mobile && { mobile: draft.mobile.trim() }),
    ...(placed && draft.area.join() !== old.area.join() && { area: draft.area }),
    ...(placed && draft.address !== old.address && { address: draft.address.trim() }),
  }
  const lacks = {
    name: placed && !draft.name.trim(),
    mobile: placed && draft.mobile !== old.mobile && !isMobile(draft.mobile.trim()),
    area: placed && draft.area.length === 0,
    address: placed && !draft.address.trim(),
  }
  const nothing = Object.keys(change).length === 0
  const submit = (): void => {
    setChecked(true)
    if (!nothing && !Object.values(lacks).some(Boolean)) save(change)
  }
  const needed = (label: string): string => t('shopOffice.edit.needed', { label })
  const line = (field: 'name' | 'mobile' | 'address', most: number) => (
    <div className={classes.cell}>
      <label htmlFor={`order-${field}`} data-required>
        {t(`shopOffice.edit.${field}`)}
      </label>
      <Input
        id={`order-${field}`}
        value={draft[field]}
        maxLength={most}
        onChange={(text) => set({ [field]: text })}
      />
      <Fault
        text={
          checked && lacks[field]
            ? field === 'mobile'
              ? t('shopOffice.edit.mobileWrong')
              : needed(t(`shopOffice.edit.${field}`))
            : faults[field]
        }
      />
    </div>
  )
  return (
    <Modal
      visible
      title={t('shopOffice.edit.title', { no: order.order_no })}
      onCancel={close}
      onOk={submit}
      okText={t('common.save')}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        <div className={classes.cell}>
          <label htmlFor="order-remark">{t('shopOffice.edit.remark')}</label>
          <Input.TextArea
            id="order-remark"
            value={draft.admin_remark}
            maxLength={200}
            showWordLimit
            autoSize={{ minRows: 2 }}
            placeholder={t('shopOffice.edit.remarkHint')}
            onChange={(admin_remark) => set({ admin_remark })}
          />
          <Fault text={faults.admin_remark} />
        </div>
        {placed && (
          <>
            <div className={classes.cells}>
              {line('name', 32)}
              {line('mobile', 20)}
            </div>
            <div className={classes.cell}>
              <label htmlFor="order-area" data-required>
                {t('shopOffice.edit.area')}
              </label>
              <AreaCascader
                id="order-area"
                label={t('shopOffice.edit.area')}
                value={draft.area}
                onChange={(area) => set({ area })}
              />
              <Fault text={checked && lacks.area ? needed(t('shopOffice.edit.area')) : faults.area} />
            </div>
            {line('address', 200)}
            <span className={classes.hint}>{t('shopOffice.edit.freight')}</span>
          </>
        )}
        {sent.length > 0 && <span className={classes.hint}>{t('shopOffice.edit.sent')}</span>}
        <Fault text={checked && nothing ? t('shopOffice.edit.nothing') : null} />
      </div>
    </Modal>
  )
}
