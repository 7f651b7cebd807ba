import { Button, Radio } from '@arco-design/web-react'
import { IconApps, IconList } from '@arco-design/web-react/icon'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/resource/ResourcePage'
import type { Custom } from '@/resource/custom'
import { LabelledIcon } from '@/shared/ui/LabelledIcon'
import { Gallery } from './Gallery'
import { readableSize } from '@/shared/number/size'

const Preview = lazy(() => import('./Preview'))
const UploadArea = lazy(() => import('./UploadArea'))

/** What was uploaded, as a gallery or as a list. */
export default function AttachmentPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const [view, setView] = useState<'gallery' | 'list'>('gallery')
  const [sending, setSending] = useState(false)
  const custom = useMemo<Custom>(
    () => ({
      without: view === 'list' ? ['sha1', 'url', 'width', 'height', 'user_id', 'storage'] : [],
      cells: { size: (row) => readableSize(Number(row.size)) },
      head: (tools) => (
        <>
          <Radio.Group
            type="button"
            value={view}
            onChange={setView}
            options={[
              {
                value: 'gallery',
                label: (<LabelledIcon icon={<IconApps />} name={t('attachments.gallery')} />) as never,
              },
              {
                value: 'list',
                label: (<LabelledIcon icon={<IconList />} name={t('attachments.list')} />) as never,
              },
            ]}
          />
          <Button type="primary" onClick={() => setSending(!sending)}>
            {t('attachments.upload')}
          </Button>
          <Suspense>{sending && <UploadArea close={() => setSending(false)} sent={tools.reload} />}</Suspense>
        </>
      ),
      body: view === 'gallery' ? (rows, hold) => <Gallery rows={rows} hold={hold} /> : undefined,
      detail: (row, close) => <Preview row={row} close={close} />,
    }),
    [t, view, sending],
  )
  return <ResourcePage name={name} custom={custom} />
}
