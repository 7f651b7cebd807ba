import { Button } from '@arco-design/web-react'
import { IconUpload } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ADMIN_BASE } from '@/shared/base'
import { loadTexts } from '@/shared/i18n'
import { usePermission } from '@/shared/hooks/usePermission'

/** The fields of a file's lines, as the node names them; any kind may leave out the rest. */
const FIELDS = [
  'product_no',
  'warehouses_areas_id',
  'warehouses_shelves_id',
  'target_warehouses_areas_id',
  'target_warehouses_shelves_id',
  'quantity',
  'unit_price',
  'batch_number',
  'produce_date',
  'expiry_date',
  'reason',
] as const
type Field = (typeof FIELDS)[number]

/** What an import has to know of a kind of orders. */
export interface ImportKind {
  page: string
  url: string
  title: string
  types: readonly { value: string; label: string }[]
  /** Of a transfer: its source. */
  warehouse: { field: string; label: string }
  /** The partner, or where a transfer goes. */
  other: { field: string; label: string; url: string } | null
  fields: readonly Field[]
}

/** The columns of lines that go where they are told, of transfers, and of adjustments. */
export const FIELDS_OF = {
  goods: FIELDS.filter((field) => field !== 'reason' && !field.startsWith('target_')),
  leaving: FIELDS.filter(
    (field) => !['reason', 'produce_date', 'expiry_date'].includes(field) && !field.startsWith('target_'),
  ),
  transfer: FIELDS.filter(
    (field) => !['unit_price', 'produce_date', 'expiry_date', 'reason'].includes(field),
  ),
  adjustment: FIELDS.filter((field) => !field.startsWith('target_')),
} as const

const Dialog = lazy(() =>
  Promise.all([import('./ImportOrderDialog'), loadTexts('transfer', 'upload')]).then(([dialog]) => dialog),
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
