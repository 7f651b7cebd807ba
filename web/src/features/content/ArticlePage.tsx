import { Tag } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/resource/ResourcePage'
import type { Custom } from '@/resource/custom'
import type { ResourceRow, Values } from '@/resource/schema/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { addressOf } from './articles'
import { PreviewDialog } from './PreviewDialog'

const KINDS_OF_TRADES = ['solution', 'case']
const kindOf = (values: Values): string => String(values.kind ?? '')

/** Articles of the public site: a draft that is written, seen as visitors would see it, and then published. */
export default function ArticlePage({ name }: { name: string }) {
  const { t } = useTranslation()
  const can = usePermission('site/article')
  const [previewed, setPreviewed] = useState<number | null>(null)
  const custom = useMemo<Custom>(
    () => ({
      wideForm: true,
      asks: ({ name: field }, values) => {
        if (field === 'section') return kindOf(values) === 'help'
        if (field === 'industry') return KINDS_OF_TRADES.includes(kindOf(values))
        return true
      },
      needs: ({ name: field }, values) =>
        field === 'slug' ||
        (field === 'section' && kindOf(values) === 'help') ||
        (field === 'industry' && KINDS_OF_TRADES.includes(kindOf(values))),
      check: ({ name: field }, value) =>
        field === 'slug' && value && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(String(value))
          ? t('content.slugRule')
          : undefined,
      cells: {
        pending: (row) => (row.pending === 1 ? <Tag color="orange">{t('content.pending')}</Tag> : null),
      },
      // Published as it is: there is nothing to publish.
      offers: (command, row) => command !== 'publish' || row.state !== 'published' || row.pending === 1,
      actions: () => [
        {
          key: 'preview',
          label: t('content.preview'),
          when: () => can('edit'),
          run: (row: ResourceRow) => setPreviewed(row.id),
        },
      ],
      furtherActions: () => [
        {
          key: 'open',
          label: t('content.open'),
          inMenu: true,
          when: (row: ResourceRow) => row.state === 'published',
          run: (row: ResourceRow) => void window.open(addressOf(row), '_blank', 'noopener'),
        },
      ],
    }),
    [t, can],
  )
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {previewed !== null && <PreviewDialog id={previewed} close={() => setPreviewed(null)} />}
    </>
  )
}
