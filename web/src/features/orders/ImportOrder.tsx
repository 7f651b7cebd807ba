import { Button } from '@arco-design/web-react'
import { IconUpload } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ADMIN_BASE } from '@/shared/base'
import { loadTexts } from '@/shared/i18n'
import { usePermission } from '@/shared/hooks/usePermission'
import type { ImportKind } from './importKind'

const Dialog = lazy(() =>
  Promise.all([import('./ImportOrderDialog'), loadTexts('dataExchange', 'upload')]).then(
    ([dialog]) => dialog,
  ),
)

/** The way to an order made of a file. */
export function ImportOrder({ kind, done }: { kind: ImportKind; done: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = usePermission(kind.page)
  const [open, setOpen] = useState(false)
  if (!can('import') || !can('add')) return null
  return (
    <>
      <Button icon={<IconUpload />} data-action="import-order" onClick={() => setOpen(true)}>
        {t('orders.import.button')}
      </Button>
      <Suspense>
        {open && (
          <Dialog
            kind={kind}
            close={() => setOpen(false)}
            made={(id) => {
              setOpen(false)
              done()
              void navigate(`${ADMIN_BASE}/${kind.page}?id=${id}`)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
