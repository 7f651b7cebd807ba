import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { ADMIN_BASE } from '@/shared/base'
import { usePermission } from '@/shared/hooks/usePermission'

/** Members, with the way to their balance and their score. */
export default function MemberPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const money = usePermission('user/moneyLog')('index')
  const score = usePermission('user/scoreLog')('index')
  const custom = useMemo<Custom>(
    () => ({
      titleField: 'username',
      actions: () => [
        {
          key: 'money',
          link: true,
          label: t('balances.money.name'),
          when: () => money,
          run: (row) => void navigate(`${ADMIN_BASE}/user/moneyLog?user_id=${row.id}`),
        },
        {
          key: 'score',
          link: true,
          label: t('balances.score.name'),
          when: () => score,
          run: (row) => void navigate(`${ADMIN_BASE}/user/scoreLog?user_id=${row.id}`),
        },
      ],
    }),
    [t, navigate, money, score],
  )
  return <ResourcePage name={name} custom={custom} />
}
