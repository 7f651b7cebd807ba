import { DatePicker, Input, Select } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { usePermission } from '@/shared/hooks/usePermission'
import { session } from '@/shared/session/store'
import { Card } from '@/shared/ui/Page'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { WarehouseSelect } from '@/shared/ui/WarehouseSelect'
import { HeadCell } from './HeadCell'
import { withOf, type Kind } from './kinds'
import type { Order } from './model'
import classes from './orders.module.css'
import { ShipmentFields } from './ShipmentFields'
import { TransferSides } from './transfer/TransferSides'
import type { OrderDraft } from './useOrderDraft'
import { useSavingNode } from './useSavingNode'

interface Props {
  kind: Kind
  /** As it was saved last. */
  row: Order | null
  draft: OrderDraft
}

/** What an order is about: its type, its warehouse, and whom it is with. */
function OrderSubject({ kind, row, draft }: Props) {
  const { t } = useTranslation()
  const { head, set, setWarehouse, beginIn, headFaults } = draft
  const saving = useSavingNode(kind.page, row && { warehouse: row.warehouses_id })
  const partner = withOf(kind, head.type)
  const partnerLabel = partner ? t(`orders.partners.${partner.name}`) : ''
  const setType = (type: number): void => {
    // A supplier is no customer with the same id.
    const stays = withOf(kind, type)?.field === partner?.field
    set({ type, ...(stays ? {} : { partner: null }) })
  }
  return (
    <>
      <HeadCell label={t('orders.type')} required fault={headFaults.type}>
        <Select
          aria-label={t('orders.type')}
          value={head.type === null ? undefined : String(head.type)}
          options={kind.types.map((value) => ({ value, label: t(`${kind.typeWords}.${value}`) }))}
          onChange={(value: string) => setType(Number(value))}
        />
      </HeadCell>
      <HeadCell label={t('orders.warehouse')} required fault={headFaults.warehouses_id}>
        <WarehouseSelect
          usableFor={saving}
          ariaLabel={t('orders.warehouse')}
          value={head.at.warehouse}
          known={row?.warehouses_id === head.at.warehouse ? row?.warehouses?.name : undefined}
          error={!!headFaults.warehouses_id}
          only={(id) => beginIn('at', id)}
          onChange={(id) => setWarehouse('at', id)}
        />
      </HeadCell>
      {partner && (
        <HeadCell
          label={partnerLabel}
          required={!kind.alone?.includes(String(head.type))}
          fault={headFaults[partner.field]}
        >
          <RemoteSelect
            key={partner.field}
            url={partner.url}
            ariaLabel={partnerLabel}
            value={head.partner}
            known={row?.[partner.field] === head.partner ? row?.[partner.name]?.name : undefined}
            allowClear={kind.alone?.includes(String(head.type))}
            error={!!headFaults[partner.field]}
            onChange={(value) => set({ partner: value })}
          />
        </HeadCell>
      )}
    </>
  )
}

/** The fields of the whole order. */
export function OrderHead({ kind, row, draft }: Props) {
  const { t } = useTranslation()
  const { head, set, headFaults } = draft
  const { admin } = useSnapshot(session)
  // Without the permission to list administrators, the person in charge stays.
  const mayChoose = usePermission('auth/admin')('index')
  const myself = (id: number | null): string | undefined => (id === admin?.id ? admin?.nickname : undefined)
  return (
    <Card label={t('orders.base')}>
      <div className={classes.head}>
        {kind.twoSided ? (
          <TransferSides row={row} draft={draft} />
        ) : (
          <OrderSubject kind={kind} row={row} draft={draft} />
        )}
        <HeadCell label={t('orders.businessDate')} fault={headFaults.business_date}>
          <DatePicker
            aria-label={t('orders.businessDate')}
            placeholder={t('orders.today')}
            value={head.business_date ?? undefined}
            onChange={(day) => set({ business_date: day || null })}
          />
        </HeadCell>
        <HeadCell label={t('orders.reference')} fault={headFaults.order_no}>
          <Input
            aria-label={t('orders.reference')}
            value={head.order_no}
            maxLength={64}
            placeholder={t('common.optional')}
            onChange={(value) => set({ order_no: value })}
          />
        </HeadCell>
        <HeadCell label={t('orders.inCharge')} fault={headFaults.admin_id}>
          <RemoteSelect
            url="/admin/auth.Admin"
            ariaLabel={t('orders.inCharge')}
            value={head.admin_id}
            known={
              row?.admin_id === head.admin_id ? (row?.admin?.nickname ?? undefined) : myself(head.admin_id)
            }
            label={({ nickname }) => String(nickname)}
            error={!!headFaults.admin_id}
            disabled={!mayChoose}
            onChange={(value) => set({ admin_id: value })}
          />
        </HeadCell>
        {kind.ships && <ShipmentFields row={row} draft={draft} />}
        <HeadCell label={t('orders.remarkLabel')} wide fault={headFaults.remark}>
          <Input
            aria-label={t('orders.remarkLabel')}
            value={head.remark}
            maxLength={500}
            placeholder={t('common.optional')}
            onChange={(value) => set({ remark: value })}
          />
        </HeadCell>
      </div>
      {kind.twoSided && head.at.warehouse !== null && head.at.warehouse === head.to.warehouse && (
        <p className={classes.hint}>{t('transferOrders.withinHint')}</p>
      )}
    </Card>
  )
}
