import { Alert, Button, Input, Message } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useTopics } from '@/shared/hooks/useTopics'
import { http } from '@/shared/http'
import { findProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { ScanButton } from '@/shared/scan/ScanButton'
import { useScanner } from '@/shared/scan/useScanner'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { ReasonDialog } from '@/shared/ui/ReasonDialog'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import type { Lost } from './holds'
import classes from './inventory.module.css'
import { LostOrders } from './LostOrders'
import { REASON_MAX } from './reason'
import { TraceView, type Trace } from './TraceView'

const URL = '/admin/warehouse.BatchTrace'

async function load(search: URLSearchParams, signal: AbortSignal): Promise<Trace[]> {
  const order_no = search.get('order_no')
  if (order_no) {
    const { batches } = await http.get(`${URL}/order`, { order_no }, signal)
    return batches
  }
  const product_id = search.get('product_id')
  if (!product_id) return []
  const batch_number = search.get('batch_number') ?? ''
  return [await http.get(`${URL}/index`, { product_id, batch_number }, signal)].filter(isKnown)
}

/** Whether anything is known of a batch: a mistyped number has neither been here nor is it held. */
const isKnown = ({ sources, moves, deliveries, places, roads, reservations, holds }: Trace): boolean =>
  [sources, moves, deliveries, places, roads, reservations, holds].some((rows) => rows.length > 0)

/**
 * The trace of a batch from its supplier to its customers, or of all batches of an order back to their
 * suppliers.
 */
export default function BatchTracePage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const may = usePermission('warehouse/batchTrace')
  const [product, setProduct] = useState<number | null>(Number(search.get('product_id')) || null)
  const [batch, setBatch] = useState(search.get('batch_number') ?? '')
  const [order, setOrder] = useState(search.get('order_no') ?? '')
  const [recalling, setRecalling] = useState<Trace | null>(null)
  const [tried, setTried] = useState(false)
  const [lost, setLost] = useState<readonly Lost[]>([])
  const { show } = useProblem()
  // A link from another page leads here as well, while this page is open.
  useEffect(() => {
    setProduct(Number(search.get('product_id')) || null)
    setBatch(search.get('batch_number') ?? '')
    setOrder(search.get('order_no') ?? '')
  }, [search])
  const fetched = useFetched(`${URL} ${search.toString()}`, (signal) => load(search, signal))
  useTopics(['inventory'], fetched.reload)

  const find = (): void => {
    setTried(true)
    if (order.trim()) setSearch({ order_no: order.trim() })
    else if (product !== null) setSearch({ product_id: String(product), batch_number: batch.trim() })
  }
  /** The label of a batch names it; any other code is the number of an order. */
  const scanned = (scan: Scan): void => {
    findProduct(scan).then((found) => {
      if (found) setSearch({ product_id: String(found.product.id), batch_number: scan.batch ?? '' })
      else setSearch({ order_no: scan.raw })
    }, show)
  }
  useScanner(scanned, recalling === null)
  const traces = fetched.data ?? []

  return (
    <Page title={t('trace.page')} remark={t('trace.remark')}>
      <Card>
        <form
          className={classes.find}
          onSubmit={(event) => {
            event.preventDefault()
            find()
          }}
        >
          <RemoteSelect
            url="/admin/warehouse.Product"
            ariaLabel={t('inventory.product')}
            placeholder={t('inventory.product')}
            value={product}
            label={(row) => `${String(row.product_no)} ${String(row.name)}`}
            allowClear
            error={tried && product === null && !order.trim()}
            onChange={(id) => {
              setProduct(id)
              setOrder('')
            }}
          />
          <Input
            aria-label={t('inventory.batch')}
            placeholder={t('inventory.batch')}
            value={batch}
            onChange={(text) => {
              setBatch(text)
              setOrder('')
            }}
          />
          <Input
            aria-label={t('trace.byOrder')}
            placeholder={t('trace.byOrder')}
            value={order}
            onChange={(number) => {
              setOrder(number)
              setProduct(null)
              setBatch('')
            }}
          />
          <ScanButton scanned={scanned} />
          <Button type="primary" htmlType="submit">
            {t('trace.find')}
          </Button>
        </form>
      </Card>
      {fetched.error ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : fetched.loading && traces.length === 0 ? (
        <Waiting rows={6} />
      ) : traces.length === 0 ? (
        <Card>
          <Nothing text={t(search.size > 0 ? 'trace.none' : 'trace.begin')} />
        </Card>
      ) : (
        traces.map((trace) => (
          <Card key={`${trace.product_id} ${trace.batch_number}`}>
            {trace.more && <Alert type="warning" content={t('trace.more')} />}
            <TraceView
              trace={trace}
              actions={
                may('recall') && (
                  <Button status="danger" onClick={() => setRecalling(trace)}>
                    {t('trace.recall')}
                  </Button>
                )
              }
            />
          </Card>
        ))
      )}
      {recalling && (
        <ReasonDialog
          most={REASON_MAX}
          title={t('trace.recallOf', { batch: recalling.batch_number || t('holds.noBatchName') })}
          warning={t('trace.recallHint')}
          danger
          close={() => setRecalling(null)}
          send={async (reason, command_id) => {
            const { product_id, batch_number } = recalling
            const sent = { product_id, batch_number, reason, command_id }
            const report = await http.post(`${URL}/recall`, sent)
            setLost(report.released)
            Message.success(
              t('trace.recalled', { released: report.released.length, delivered: report.delivered_orders }),
            )
            if (report.delivered_more)
              Message.warning({ content: t('trace.recalledMore'), duration: 0, closable: true })
          }}
          done={() => {
            setRecalling(null)
            fetched.reload()
          }}
        />
      )}
      <LostOrders orders={lost} close={() => setLost([])} />
    </Page>
  )
}
