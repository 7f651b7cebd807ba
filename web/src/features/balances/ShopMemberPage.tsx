import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { ADMIN_BASE } from '@/shared/base'
import { usePermission } from '@/shared/hooks/usePermission'
import { Numeral } from '@/shared/ui/Numeral'
import { moment } from '@/shared/ui/time'

/** Members as the shop sees them: what they have bought, and the way to it. */
export default function ShopMemberPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const money = usePermission('shop/user/moneyLog')('index')
  const orders = usePermission('shop/order/order')('index')
  const custom = useMemo<Custom>(
    () => ({
      titleField: 'username',
      // What they bought stands in their place; the page of members has them.
      without: ['email', 'join_time', 'last_login_time'],
      more: [
        {
          key: 'orders',
          link: true,
          title: t('balances.shop.orders'),
          numeric: true,
          render: (row) => <Numeral value={String(row.orders ?? 0)} />,
        },
        {
          key: 'paid_amount',
          title: t('balances.shop.paid'),
          numeric: true,
          render: (row) => <Numeral value={String(row.paid_amount ?? 0)} money />,
        },
        {
          key: 'refund_amount',
          title: t('balances.shop.refunded'),
          numeric: true,
          render: (row) => <Numeral value={String(row.refund_amount ?? 0)} money />,
        },
        {
          key: 'last_order_time',
          title: t('balances.shop.last'),
          render: (row) => (Number(row.last_order_time) > 0 ? moment(Number(row.last_order_time)) : '–'),
        },
      ],
      actions: () => [
        {
          key: 'orders',
          link: true,
          label: t('balances.shop.showOrders'),
          when: (row) => orders && Number(row.orders) > 0,
          run: (row) => void navigate(`${ADMIN_BASE}/shop/order/order?user_id=${row.id}`),
        },
        {
          key: 'money',
          link: true,
          label: t('balances.money.name'),
          when: () => money,
          run: (row) => void navigate(`${ADMIN_BASE}/shop/user/moneyLog?user_id=${row.id}`),
        },
      ],
    }),
    [t, navigate, money, orders],
  )
  return <ResourcePage name={name} custom={custom} />
}
