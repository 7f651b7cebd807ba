import { Button } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Params } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import type { Exported } from '../dataExchange/exported'
import { ExportDialog } from './exportDialog'

interface Props {
  /** Whose permission `export` is asked for. */
  page: string
  list: Exported
  /** What the list shows, for an export of the same. */
  params: Params
}

/** Exports a list as a file; shown to those with the permission. */
export function ExportList({ page, list, params }: Props) {
  const { t } = useTranslation()
  const can = usePermission(page)
  const [open, setOpen] = useState(false)
  if (!can('export')) return null
  return (
    <>
      <Button icon={<IconDownload />} data-action="export-list" onClick={() => setOpen(true)}>
        {t('resource.more.export')}
      </Button>
      <Suspense>
        {open && (
          <ExportDialog list={{ ...list, columns: true }} params={params} close={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
