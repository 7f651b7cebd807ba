import { Button, Descriptions, Progress, Tag, Timeline } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { useWide } from '@/shared/hooks/useWide'
import { columnDigits, decimal } from '@/shared/number/decimal'
import { ActionButtons, DetailDrawer } from '@/shared/ui/DetailDrawer'
import { Numeral } from '@/shared/ui/Numeral'
import { Nothing } from '@/shared/ui/Page'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import { find } from './commands'
import { withOf, type Kind } from './kinds'
import { lineSums, orderNumber, type Order } from './model'
import { OrderBeside } from './OrderBeside'
import { OrderMoves } from './OrderMoves'
import { OrderWaits } from './OrderWaits'
import classes from './orders.module.css'
import { PrintOrders } from './PrintOrders'
import { ShipmentTag, StatusTag } from './StatusTag'
import { StockLinks } from './StockLinks'
import { UnitSums } from './UnitSums'
import { useOrderActions, type OrderAction, type OrderActions } from './useOrderActions'

const MAIN: readonly OrderAction[] = ['audit', 'reviewStock', 'stock', 'ship', 'partial']
const SIDE: readonly OrderAction[] = [
  'picks',
  'parcels',
  'giveBack',
  'returnGoods',
  'addCost',
  'reverse',
  'takeBack',
  'close',
  'void',
]

function progress(order: Order): number {
  const [done, all] = [decimal(order.stocked_quantity), decimal(order.total_quantity)]
  return done && all && !all.eq(0) ? Number(done.div(all).times(100).toFixed(0)) : 0
}

function Body({ kind, row, actions }: { kind: Kind; row: Order; actions: OrderActions }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const shop = usePermission('shop/order/order')
  const { history } = row
  const digits = columnDigits(row.lines.map(({ unit_price }) => unit_price))
  const partner = withOf(kind, row.type)
  const facts = [
    { label: t('orders.status'), value: <StatusTag direction={kind.direction} order={row} /> },
    { label: t('orders.type'), value: t(`${kind.typeWords}.${row.type}`) },
    ...(partner
      ? [{ label: t(`orders.partners.${partner.name}`), value: row[partner.name]?.name ?? '–' }]
      : []),
    { label: t('orders.warehouse'), value: row.warehouses?.name ?? '–' },
    { label: t('orders.reference'), value: row.order_no || '–' },
    { label: t('orders.businessDate'), value: row.business_date || '–' },
    { label: t('orders.creator'), value: `${row.createAdmin?.nickname ?? '–'} · ${moment(row.create_time)}` },
    { label: t('orders.inCharge'), value: row.admin?.nickname ?? '–' },
    { label: t('orders.auditor'), value: row.auditAdmin?.nickname ?? '–' },
    { label: t('orders.amount'), value: <Numeral value={row.total_amount} digits={2} /> },
    ...(kind.ships
      ? [{ label: t('orderSteps.shipment'), value: <ShipmentTag status={row.shipment_status ?? 0} /> }]
      : []),
    ...(row.carrier_id ? [{ label: t('orderSteps.carrier'), value: row.carrier?.name ?? '–' }] : []),
    ...(row.courier_number ? [{ label: t('orderSteps.courierNumber'), value: row.courier_number }] : []),
    ...(row.shop_order_id
      ? [
          {
            label: t('orderSteps.shopOrder'),
            value: shop('index') ? (
              <RouteLink to={`/admin/shop/order/order?id=${row.shop_order_id}`}>
                {row.shop_order_no}
              </RouteLink>
            ) : (
              (row.shop_order_no ?? '–')
            ),
          },
        ]
      : []),
    ...(row.delete_time ? [{ label: t('orders.deleted'), value: moment(row.delete_time) }] : []),
    {
      label: t('orders.progress'),
      value: <Progress percent={progress(row)} size="small" className={classes.progress} />,
    },
  ]
  return (
    <div className={classes.detail}>
      <Descriptions
        column={wide ? 2 : 1}
        data={facts}
        labelStyle={{ whiteSpace: 'nowrap', paddingRight: 16 }}
      />
      {row.remark && <p className={classes.remark}>{row.remark}</p>}
      <StockLinks number={orderNumber(kind, row)} />
      <h2>{t('orders.lines')}</h2>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
        <table className={classes.plain}>
          <thead>
            <tr>
              <th>{t('orders.line.no')}</th>
              <th>{t('orders.line.product')}</th>
              <th>{t('inventory.place')}</th>
              <th>{t('orders.line.batch')}</th>
              {kind.gains && <th>{t('orders.line.reason')}</th>}
              <th className={classes.right}>{t('orders.line.quantity')}</th>
              <th className={classes.right}>{t(`orders.${kind.direction}.stockedQuantity`)}</th>
              <th className={classes.right}>{t('orders.line.price')}</th>
              <th className={classes.right}>{t('orders.line.total')}</th>
            </tr>
          </thead>
          <tbody>
            {row.lines.length === 0 && (
              <tr>
                <td colSpan={kind.gains ? 9 : 8} className={classes.none}>
                  {t('orders.noLines')}
                </td>
              </tr>
            )}
            {row.lines.map((line) => (
              <tr key={line.line}>
                <td>{line.line}</td>
                <td>
                  <ProductLabel product={line.product} />
                </td>
                <td>{[line.area?.name, line.shelf?.name].filter(Boolean).join(' / ') || '–'}</td>
                <td className={classes.place}>
                  {line.batch_number || '–'}
                  {line.expiry_date && (
                    <div className={classes.hint}>
                      {t('orders.line.expiry')} {line.expiry_date}
                    </div>
                  )}
                </td>
                {kind.gains && <td>{t(`${kind.typeWords}.${line.reason ?? row.type}`)}</td>}
                <td className={classes.right}>
                  <Numeral value={line.quantity} unit={line.product?.unit?.name} />
                  {line.entered_quantity && (
                    <div className={classes.hint}>
                      <Numeral value={line.entered_quantity} unit={line.entered_unit?.name} />
                    </div>
                  )}
                </td>
                <td className={classes.right}>
                  <Numeral value={line.stocked_quantity} unit={line.product?.unit?.name} />
                  {decimal(line.reversed_quantity)?.gt(0) && (
                    <div className={classes.hint}>
                      {t('orderSteps.takenBack')} <Numeral value={line.reversed_quantity} />
                    </div>
                  )}
                </td>
                <td className={classes.right}>
                  <Numeral value={line.unit_price} digits={digits} />
                </td>
                <td className={classes.right}>
                  <Numeral value={line.total_price} digits={2} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={kind.gains ? 5 : 4}>{t('orders.totals')}</td>
              <td className={classes.right}>
                <UnitSums sums={lineSums(row.lines, 'quantity')} />
              </td>
              <td className={classes.right}>
                <UnitSums sums={lineSums(row.lines, 'stocked_quantity')} />
              </td>
              <td />
              <td className={classes.right}>
                <Numeral value={row.total_amount} digits={2} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      <OrderWaits kind={kind} order={row} />
      <OrderBeside order={row} takeCostBack={actions.takeCostBack(row)} />
      <OrderMoves number={orderNumber(kind, row)} order={row} />
      <h2>{t('orders.history')}</h2>
      {history.length === 0 ? (
        <Nothing text={t('orders.noHistory')} />
      ) : (
        <Timeline>
          {history.map((entry, index) => (
            <Timeline.Item
              key={`${entry.at}-${index}`}
              label={`${entry.admin?.nickname ?? ''} ${moment(entry.at, 'YYYY-MM-DD HH:mm:ss')}`}
            >
              {entry.action === kind.moves
                ? t(`orders.${kind.direction}.moved`)
                : t([`orders.actions.${entry.action}`, `orderSteps.actions.${entry.action}`], {
                    defaultValue: entry.action,
                  })}
              {entry.overruled && (
                <>
                  {' '}
                  <Tag color="red">{t('orderSteps.overruled')}</Tag>
                </>
              )}
              {entry.reason ? `: ${entry.reason}` : ''}
            </Timeline.Item>
          ))}
        </Timeline>
      )}
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
  const row = fetched.data?.id === id ? fetched.data : null
  const possible = (list: readonly OrderAction[]): OrderAction[] =>
    row ? list.filter((action) => actions.possible(action, row)) : []
  return (
    <DetailDrawer
      title={t(`orders.${kind.direction}.one`)}
      number={row ? orderNumber(kind, row) : undefined}
      width={920}
      fetched={fetched}
      close={close}
      side={
        row && (
          <>
            {can('print') && <PrintOrders kind={kind} ids={[row.id]} screen />}
            <ActionButtons actions={actions} row={row} list={possible(SIDE)} danger={['void', 'reverse']} />
            {actions.possible('edit', row) && (
              <Button onClick={() => void navigate(`/admin/${kind.page}/edit/${id}`)}>
                {t('common.edit')}
              </Button>
            )}
          </>
        )
      }
      main={row && <ActionButtons actions={actions} row={row} list={possible(MAIN)} primary={1} />}
      dialogs={actions.dialogs}
    >
      {row && <Body kind={kind} row={row} actions={actions} />}
    </DetailDrawer>
  )
}
