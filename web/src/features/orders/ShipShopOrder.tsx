import { Alert, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { ApiError, http } from '@/shared/http'
import { underCommandId } from '@/shared/http/pendingCommand'
import { LoadingDialog } from '@/shared/ui/LoadingDialog'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { findOrder, findPicks } from './commands'
import { KINDS } from './kinds'
import type { OrderRow } from './model'
import classes from './orders.module.css'
import { PickTable } from './PickTable'

const SHOP_ORDERS = '/admin/shop.order.Order'
const WAITING = 1

interface Props {
  title: string
  /** The outbound order that holds the parcel's goods. */
  order: Pick<OrderRow, 'id' | 'shop_order_id'>
  close: () => void
  /** Hears once it was answered: whether the parcel was sent. */
  changed: (sent: boolean) => void
}

/** What is to be taken for the parcel, from where. */
function Goods({ id }: { id: number }) {
  const { t } = useTranslation()
  const { url } = KINDS.outbound
  const { data, error, reload } = useFetched(`parcel ${id}`, async (signal) => {
    const [order, list] = await Promise.all([findOrder(url, id, signal), findPicks(url, id, signal)])
    return { lines: order.lines, list }
  })
  if (error) return <Problem error={error} retry={reload} />
  if (!data) return <Waiting rows={2} />
  if (data.list.picks.length === 0) return <Nothing text={t('orderSteps.noPicks')} />
  return <PickTable {...data} />
}

/** Sends the parcel of a shop order from the warehouse: the shop order's own command, whole. */
export default function ShipShopOrder({ title, order, close, changed }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const of = order.shop_order_id ?? 0
  const fetched = useFetched(`shop order ${of}`, (signal) =>
    http.get(`${SHOP_ORDERS}/detail`, { id: of }, signal),
  )
  const [company, setCompany] = useState<number | null>(null)
  const [number, setNumber] = useState('')
  const [checked, setChecked] = useState(false)
  const { busy, submit } = useSubmit((error) => {
    // Somebody else has changed it: it is shown as it is now.
    if (error instanceof ApiError && error.data.key === 'order.version_conflict') fetched.reload()
    show(error)
  })
  const shop = fetched.data?.row
  const parcel = shop?.parcels.find(
    ({ outbound_order_id, status }) => outbound_order_id === order.id && status === WAITING,
  )

  const send = (): void => {
    setChecked(true)
    if (!shop || !parcel || !company || !number.trim()) return
    const parts = { parcel: parcel.no, company_id: company, courier_number: number.trim() }
    const sent = { id: shop.id, version: shop.version, ...parts }
    const deliver = () =>
      underCommandId(['delivery', sent], (command_id) =>
        http.post(`${SHOP_ORDERS}/delivery`, { ...sent, command_id }, { announce: true }),
      )
    void submit(deliver, close).then(changed)
  }

  if (!shop) return <LoadingDialog title={title} fetched={fetched} close={close} rows={3} />
  const open = parcel !== undefined && shop.allowed.includes('delivery')
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={send}
      okText={t('orderSteps.ship')}
      okButtonProps={{ disabled: !open }}
      confirmLoading={busy}
      className={classes.modal}
    >
      {!open && <Alert type="warning" content={t('orderSteps.shipClosed')} className={classes.gap} />}
      <p>
        {t('orderSteps.recipient')}{' '}
        <strong>{[shop.name, shop.mobile, shop.area_text, shop.address].filter(Boolean).join(' ')}</strong>
      </p>
      <div className={classes.head}>
        <div className={classes.cell}>
          <label data-required="true">{t('orderSteps.company')}</label>
          <RemoteSelect
            url="/admin/shop.delivery.Company"
            ariaLabel={t('orderSteps.company')}
            value={company}
            error={checked && !company}
            onChange={setCompany}
          />
        </div>
        <div className={classes.cell}>
          <label htmlFor="ship-number" data-required="true">
            {t('orderSteps.courierNumber')}
          </label>
          <Input
            id="ship-number"
            value={number}
            maxLength={64}
            status={checked && !number.trim() ? 'error' : undefined}
            onChange={setNumber}
            onPressEnter={send}
          />
        </div>
      </div>
      <p className={classes.hint}>{t('orderSteps.shipEffect')}</p>
      <Goods id={order.id} />
    </Modal>
  )
}
