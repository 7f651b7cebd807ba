import { useTranslation } from 'react-i18next'
import { ABROAD } from '@/shared/address/country'
import { AreaCascader } from '@/shared/address/AreaCascader'
import type { Faults } from '@/shared/hooks/useSubmit'
import { isMobile, isPhoneAbroad } from '@/shared/rules/person'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import type { OrderChange } from './calls'
import { SHIPPED, type ShopOrder } from './model'
import classes from './office.module.css'

interface Props {
  order: ShopOrder
  busy: boolean
  faults: Faults
  close: () => void
  save: (change: OrderChange) => void
}

type Draft = Required<OrderChange>

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
  const sent = order.parcels.filter(({ status }) => status === SHIPPED)
  const ships = order.parcels.length > 0
  const placed = ships && sent.length === 0 && order.status <= 2
  // Its lines are in the address; the country stays, as the freight does.
  const abroad = old.area[0] === ABROAD
  const changeOf = (draft: Draft): OrderChange => ({
    ...(draft.admin_remark !== old.admin_remark && { admin_remark: draft.admin_remark.trim() }),
    ...(placed && draft.name !== old.name && { name: draft.name.trim() }),
    ...(placed && draft.mobile !== old.mobile && { mobile: draft.mobile.trim() }),
    ...(placed && draft.area.join() !== old.area.join() && { area: draft.area }),
    ...(placed && draft.address !== old.address && { address: draft.address.trim() }),
  })
  const named = (field: 'name' | 'mobile' | 'area' | 'address') => {
    const label = t(`shopOffice.edit.${field}`)
    return { label, needed: t('shopOffice.edit.needed', { label }) }
  }
  return (
    <ActionDialog
      title={t('shopOffice.edit.title', { no: order.order_no })}
      okText={t('common.save')}
      className={classes.modal}
      initial={old}
      fields={({ mobile, area }, set) => [
        {
          name: 'admin_remark',
          kind: 'long',
          label: t('shopOffice.edit.remark'),
          placeholder: t('shopOffice.edit.remarkHint'),
          most: 200,
          counts: true,
        },
        ...(placed
          ? ([
              { name: 'name', kind: 'text', half: true, most: 32, ...named('name') },
              {
                name: 'mobile',
                kind: 'text',
                half: true,
                most: 20,
                label: t('shopOffice.edit.mobile'),
                required: true,
                rule:
                  mobile !== old.mobile &&
                  !(abroad ? isPhoneAbroad : isMobile)(mobile.trim()) &&
                  t('shopOffice.edit.mobileWrong'),
              },
              !abroad && {
                name: 'area' as const,
                kind: 'own' as const,
                ...named('area'),
                input: ({ id }: { id: string }) => (
                  <AreaCascader
                    id={id}
                    label={t('shopOffice.edit.area')}
                    value={area}
                    onChange={(path) => set({ area: path })}
                  />
                ),
              },
              { name: 'address', kind: 'text', most: 200, ...named('address') },
              <span key="freight" className={classes.hint}>
                {t('shopOffice.edit.freight')}
              </span>,
            ] as const)
          : []),
        sent.length > 0 && (
          <span key="sent" className={classes.hint}>
            {t('shopOffice.edit.sent')}
          </span>
        ),
      ]}
      problem={(draft) => Object.keys(changeOf(draft)).length === 0 && t('shopOffice.edit.nothing')}
      close={close}
      sending={{ busy, faults }}
      send={(draft) => save(changeOf(draft))}
    />
  )
}
