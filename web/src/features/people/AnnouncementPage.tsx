import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { asksFor } from './audience'

/** Announcements: who they are for, and how many have read and confirmed them. */
export default function AnnouncementPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const custom = useMemo<Custom>(
    () => ({
      asks: asksFor,
      wideForm: true,
      more: [
        {
          key: 'read_count',
          title: t('people.readers'),
          numeric: true,
          render: (row) => String(row.read_count ?? 0),
        },
        {
          key: 'confirmed_count',
          title: t('people.confirmed'),
          numeric: true,
          render: (row) => (row.must_confirm === 1 ? String(row.confirmed_count ?? 0) : '–'),
        },
      ],
    }),
    [t],
  )
  return <ResourcePage name={name} custom={custom} />
}
