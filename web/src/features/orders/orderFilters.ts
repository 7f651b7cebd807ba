import type { TFunction } from 'i18next'
import type { Filter } from '@/resource/types'
import type { Choice } from '@/shared/ui/RemoteSelect'
import { partnersOf, type Kind } from './kinds'
import { productFilter } from './productFilter'

const adminName = ({ nickname, username }: Choice): string => String(nickname || username)

/** What a list of orders is filtered by, beside their status and number. Only some users may list administrators. */
export function orderFilters(kind: Kind, seesAdmins: boolean, t: TFunction): Filter[] {
  return [
    {
      kind: 'remote',
      field: 'warehouses_id',
      label: t('orders.warehouse'),
      url: '/admin/warehouse.Warehouse',
    },
    productFilter(t),
    ...partnersOf(kind).map(({ field, name, url }) => ({
      kind: 'remote' as const,
      field,
      label: t(`orders.partners.${name}`),
      url,
    })),
    {
      kind: 'select',
      field: 'type',
      label: t('orders.type'),
      options: kind.types.map((value) => ({ value, label: t(`${kind.typeWords}.${value}`) })),
    },
    ...(kind.ships
      ? [
          {
            kind: 'select',
            field: 'shipment_status',
            label: t('orderSteps.shipment'),
            options: ['0', '1', '2'].map((value) => ({
              value,
              label: t(`orderSteps.shipmentStatus.${value}`),
            })),
          } as const,
        ]
      : []),
    { kind: 'dates', plain: 'date', field: 'business_date', label: t('orders.businessDate') },
    ...(seesAdmins
      ? ['admin_id', 'create_admin_id'].map((field) => ({
          kind: 'remote' as const,
          field,
          label: t(field === 'admin_id' ? 'orders.inCharge' : 'orders.creator'),
          url: '/admin/auth.Admin',
          optionLabel: adminName,
        }))
      : []),
    { kind: 'dates', field: 'create_time', label: t('common.createTime') },
    { kind: 'flag', field: 'deleted', label: t('orders.deletedOnly') },
  ]
}
