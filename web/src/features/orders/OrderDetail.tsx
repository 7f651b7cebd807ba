import { Comments } from '@/resource/comments/Comments'
import { Button, Descriptions } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { useWide } from '@/shared/hooks/useWide'
import { ActionButtons, DetailDrawer } from '@/shared/ui/DetailDrawer'
import { find } from './commands'
import { DetailLines } from './DetailLines'
import { History } from './History'
import type { Kind } from './kinds'
import { orderNumber, type Order } from './model'
import { OrderBeside } from './OrderBeside'
import { factsOf } from './orderFacts'
import { OrderMoves } from './OrderMoves'
import { OrderWaits } from './OrderWaits'
import classes from './orders.module.css'
import { PrintOrders } from './PrintOrders'
import { StockLinks } from './StockLinks'
import { TransferDetailLines } from './transfer/TransferParts'
import { useOrderPicks } from './useOrderPicks'
import { useOrderActions, type OrderAction, type OrderActions } from './useOrderActions'

/** The steps of the foot, in their order, those that can't be taken back, and the width. */
interface Layout {
  main: readonly OrderAction[]
  side: readonly OrderAction[]
  danger: readonly OrderAction[]
  width: number
}
const LAYOUT: Layout = {
  main: ['audit', 'reviewStock', 'stock', 'ship', 'partial'],
  side: ['picks', 'parcels', 'giveBack', 'returnGoods', 'addCost', 'reverse', 'takeBack', 'close', 'void'],
  danger: ['void', 'reverse'],
  width: 920,
}
const TWO_SIDED_LAYOUT: Layout = {
  main: ['audit', 'ship', 'move', 'receive', 'receiveBack'],
  side: ['pick', 'takeBack', 'refuse', 'lost', 'lostBack', 'reverse', 'close', 'void'],
  danger: ['void', 'lost', 'lostBack', 'reverse'],
  width: 1080,
}

function Body({ kind, row, actions }: { kind: Kind; row: Order; actions: OrderActions }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const shop = usePermission('shop/order/order')
  const number = orderNumber(kind, row)
  const picks = useOrderPicks(kind, row)
  return (
    <div className={classes.detail}>
      <Descriptions
        column={wide ? 2 : 1}
        data={factsOf(t, kind, row, shop('index'))}
        labelStyle={{ whiteSpace: 'nowrap', paddingRight: 16 }}
      />
      {row.remark && <p className={classes.remark}>{row.remark}</p>}
      <StockLinks number={number} />
      <h2>{t('orders.lines')}</h2>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
        {kind.twoSided ? (
          <TransferDetailLines row={row} picks={picks} />
        ) : (
          <DetailLines kind={kind} row={row} picks={picks} />
        )}
      </div>
      <OrderWaits kind={kind} order={row} picks={picks} />
      <OrderBeside order={row} takeCostBack={actions.takeCostBack(row)} />
      <OrderMoves number={number} order={row} />
      <Comments page={kind.page} id={row.id} />
      <History kind={kind} row={row} />
    </div>
  )
}

interface Props {
  kind: Kind
  id: number
  close: () => void
  changed: () => void
}

export default function OrderDetail({ kind, id, close, changed }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = usePermission(kind.page)
  const fetched = useFetched(`${kind.url} ${id}`, (signal) => find(kind, id, signal))
  const actions = useOrderActions(kind, () => {
    fetched.reload()
    changed()
  })
  useTopics([kind.topic], fetched.reload)
  const layout = kind.twoSided ? TWO_SIDED_LAYOUT : LAYOUT
  const row = fetched.data?.id === id ? fetched.data : null
  const possible = (list: readonly OrderAction[]): OrderAction[] =>
    row ? list.filter((action) => actions.possible(action, row)) : []
  return (
    <DetailDrawer
      title={t(`${kind.words}.one`)}
      number={row ? orderNumber(kind, row) : undefined}
      width={layout.width}
      fetched={fetched}
      close={close}
      side={
        row && (
          <>
            {can('print') && <PrintOrders kind={kind} ids={[row.id]} screen />}
            <ActionButtons actions={actions} row={row} list={possible(layout.side)} danger={layout.danger} />
            {actions.possible('edit', row) && (
              <Button onClick={() => void navigate(`/admin/${kind.page}/edit/${id}`)}>
                {t('common.edit')}
              </Button>
            )}
          </>
        )
      }
      main={row && <ActionButtons actions={actions} row={row} list={possible(layout.main)} primary={1} />}
      dialogs={actions.dialogs}
    >
      {row && <Body kind={kind} row={row} actions={actions} />}
    </DetailDrawer>
  )
}
