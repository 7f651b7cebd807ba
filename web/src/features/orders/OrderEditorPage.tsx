import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { find } from './commands'
import { KINDS, type Direction } from './kinds'
import type { Order } from './model'
import { OrderEditor } from './OrderEditor'

export default function OrderEditorPage({ direction }: { direction: Direction }) {
  const { t } = useTranslation()
  const kind = KINDS[direction]
  const { orderId } = useParams()
  const id = orderId ? Number(orderId) : null
  const fetched = useFetched<Order | null>(`${kind.url} ${id}`, (signal) =>
    id === null ? Promise.resolve(null) : find(kind, id, signal),
  )
  const title = t(`${kind.words}.${id === null ? 'new' : 'edit'}`)
  if (id !== null && fetched.data?.id !== id) {
    return (
      <Page title={title}>
        <Card>
          {fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting rows={10} />}
        </Card>
      </Page>
    )
  }
  return <OrderEditor key={`${direction} ${id}`} direction={direction} title={title} row={fetched.data} />
}
