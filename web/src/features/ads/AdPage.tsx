import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { prefetchListing } from '@/resource/useListing'
import { rate } from './figures'

const Preview = lazy(() => import('./Preview'))

export const prefetch = prefetchListing

/** Adverts: whom they are for, how they stand, and how they look in their zones. */
export default function AdPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<number | null>(null)
  const custom = useMemo<Custom>(
    () => ({
      titleField: 'title',
      remark: t('ads.adText'),
      wideForm: true,
      // Views, clicks and their rate have the room.
      without: ['id', 'audience', 'device'],
      // Groups are of members only.
      asks: ({ name: field }, { audience }) => field !== 'group_ids' || audience === 'members',
      more: [
        {
          key: 'rate',
          title: t('ads.rate'),
          numeric: true,
          render: (row) => rate(Number(row.clicks ?? 0), Number(row.impressions ?? 0)),
        },
      ],
      actions: () => [{ key: 'preview', label: t('ads.preview'), run: (row) => setShown(row.id) }],
    }),
    [t],
  )
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {shown !== null && (
        <Suspense fallback={null}>
          <Preview id={shown} close={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
