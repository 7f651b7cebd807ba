import { Button, Descriptions, Tag, Timeline } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { useWide } from '@/shared/hooks/useWide'
import { decimal } from '@/shared/number/decimal'
import { ActionButtons, DetailDrawer } from '@/shared/ui/DetailDrawer'
import { Numeral } from '@/shared/ui/Numeral'
import { Nothing } from '@/shared/ui/Page'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { moment } from '@/shared/ui/time'
import { OrderBeside } from '../OrderBeside'
import { OrderMoves } from '../OrderMoves'
import { OrderWaits } from '../OrderWaits'
import { sumsByUnit } from '../model'
import classes from '../orders.module.css'
import { PrintOrders } from '../PrintOrders'
import { StockLinks } from '../StockLinks'
import { UnitSums } from '../UnitSums'
import { find } from './commands'
import {
  PAGE,
  PAPERS,
  TOPIC,
  URL,
  isWithin,
  numberOf,
  type Order,
  type OrderLine,
  type TransferStep,
} from './model'
import { TransitTag } from './TransitTag'
import { useTransferActions } from './useTransferActions'

const MAIN: readonly TransferStep[] = ['audit', 'ship', 'move', 'receive', 'receiveBack']
const SIDE: readonly TransferStep[] = [
  'pick',
  'takeBack',
  'refuse',
  'lost',
  'lostBack',
  'reverse',
  'close',
  'void',
]

/** Goods of transfers are picked as well. */
const WAITS = { url: URL, direction: 'transfer', ships: true } as const

/** What became of the goods of a line that left. */
const TRANSIT_FIELDS = ['there', 'arrived', 'damaged', 'back', 'returned', 'lost'] as const
type TransitField = (typeof TRANSIT_FIELDS)[number]

const place = (...names: (string | undefined)[]): string => names.filter(Boolean).join(' / ') || '–'

function Lots({ line }: { line: OrderLine }) {
  const { t } = useTranslation()
  const lots = line.transit?.lots ?? []
  return (
    <>
      {lots.map((lot, index) => (
        <div key={index} className={classes.hint}>
          <Numeral value={lot.quantity} unit={line.product?.unit?.name} />
          {[
            lot.batch_number,
            lot.expiry_date && t('transferOrders.expires', { day: lot.expiry_date }),
            t(lot.back ? 'transferOrders.wayBack' : 'transferOrders.wayThere', { since: moment(lot.since) }),
          ]
            .filter(Boolean)
            .map((words) => ` · ${words}`)}
        </div>
      ))}
    </>
  )
}

/** How much of an order's goods is so, in each unit; units of which nothing is so are left out. */
function TransitSums({ lines, field }: { lines: readonly OrderLine[]; field: TransitField }) {
  const amounts = lines.map((line) => ({
    unit: line.product?.unit?.name ?? '',
    quantity: decimal(line.transit?.[field]),
  }))
  return <UnitSums sums={sumsByUnit(amounts).filter(({ quantity }) => quantity.gt(0))} />
}

function Body({ row }: { row: Order }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const within = isWithin(row)
  const sums = row.transit
  const facts = [
    { label: t('orders.status'), value: <TransitTag order={row} /> },
    { label: t('orders.type'), value: t(`transferOrders.types.${row.type}`) },
    { label: t('transferOrders.source'), value: place(row.warehouses?.name, row.source_area?.name) },
    { label: t('transferOrders.target'), value: place(row.target_warehouses?.name, row.target_area?.name) },
    { label: t('orders.reference'), value: row.order_no || '–' },
    { label: t('orders.businessDate'), value: row.business_date || '–' },
    { label: t('orders.creator'), value: `${row.createAdmin?.nickname ?? '–'} · ${moment(row.create_time)}` },
    { label: t('orders.inCharge'), value: row.admin?.nickname ?? '–' },
    { label: t('orders.auditor'), value: row.auditAdmin?.nickname ?? '–' },
    ...(row.goods_value
      ? [{ label: t('transferOrders.value'), value: <Numeral value={row.goods_value} digits={2} /> }]
      : []),
    ...(sums && !within
      ? [
          {
            label: t('transferOrders.shippedAt'),
            value: sums.shipped_time ? moment(sums.shipped_time) : '–',
          },
          { label: t('transferOrders.there'), value: <TransitSums lines={row.lines} field="there" /> },
          { label: t('transferOrders.arrived'), value: <TransitSums lines={row.lines} field="arrived" /> },
          { label: t('transferOrders.back'), value: <TransitSums lines={row.lines} field="back" /> },
          { label: t('transferOrders.lost'), value: <TransitSums lines={row.lines} field="lost" /> },
        ]
      : []),
  ]
  return (
    <div className={classes.detail}>
      <Descriptions
        column={wide ? 2 : 1}
        data={facts}
        labelStyle={{ whiteSpace: 'nowrap', paddingRight: 16 }}
      />
      {row.remark && <p className={classes.remark}>{row.remark}</p>}
      <StockLinks number={numberOf(row)} />
      <h2>{t('orders.lines')}</h2>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
        <table className={classes.plain}>
          <thead>
            <tr>
              <th>{t('orders.line.no')}</th>
              <th>{t('orders.line.product')}</th>
              <th>{t('transferOrders.from')}</th>
              <th>{t('transferOrders.to')}</th>
              <th>{t('orders.line.batch')}</th>
              <th className={classes.right}>{t('orders.line.quantity')}</th>
              <th className={classes.right}>
                {t(within ? 'transferOrders.moved' : 'transferOrders.shipped')}
              </th>
              {!within && (
                <>
                  <th className={classes.right}>{t('transferOrders.there')}</th>
                  <th className={classes.right}>{t('transferOrders.arrived')}</th>
                  <th className={classes.right}>{t('transferOrders.damaged')}</th>
                  <th className={classes.right}>{t('transferOrders.back')}</th>
                  <th className={classes.right}>{t('transferOrders.returned')}</th>
                  <th className={classes.right}>{t('transferOrders.lost')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {row.lines.length === 0 && (
              <tr>
                <td colSpan={within ? 7 : 7 + TRANSIT_FIELDS.length} className={classes.none}>
                  {t('orders.noLines')}
                </td>
              </tr>
            )}
            {row.lines.map((line) => (
              <tr key={line.line} data-transfer-line={line.line}>
                <td>{line.line}</td>
                <td>
                  <ProductLabel product={line.product} />
                  <Lots line={line} />
                </td>
                <td className={classes.place}>{place(line.area?.name, line.shelf?.name)}</td>
                <td className={classes.place}>{place(line.target_area?.name, line.target_shelf?.name)}</td>
                <td>{line.batch_number || '–'}</td>
                <td className={classes.right}>
                  <Numeral value={line.quantity} unit={line.product?.unit?.name} />
                  {line.entered_quantity && (
                    <div className={classes.hint}>
                      <Numeral value={line.entered_quantity} unit={line.entered_unit?.name} />
                    </div>
                  )}
                </td>
                <td className={classes.right}>
                  <Numeral value={line.stocked_quantity} />
                </td>
                {!within &&
                  TRANSIT_FIELDS.map((field) => (
                    <td key={field} className={classes.right}>
                      <Numeral value={line.transit?.[field] ?? '0'} />
                    </td>
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <OrderWaits kind={WAITS} order={row} />
      <OrderBeside order={row} />
      <OrderMoves number={numberOf(row)} order={row} />
      <h2>{t('orders.history')}</h2>
      {row.history.length === 0 ? (
        <Nothing text={t('orders.noHistory')} />
      ) : (
        <Timeline>
          {row.history.map((entry, index) => (
            <Timeline.Item
              key={`${entry.at}-${index}`}
              label={`${entry.admin?.nickname ?? ''} ${moment(entry.at, 'YYYY-MM-DD HH:mm:ss')}`}
            >
              {t([`transferOrders.actions.${entry.action}`, `orders.actions.${entry.action}`], {
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
  id: number
  close: () => void
  changed: () => void
}

export default function TransferDetail({ id, close, changed }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = usePermission(PAGE)
  const fetched = useFetched(`${URL} ${id}`, (signal) => find(id, signal))
  const actions = useTransferActions(() => {
    fetched.reload()
    changed()
  })
  useTopics([TOPIC], fetched.reload)
  const row = fetched.data?.id === id ? fetched.data : null
  const possible = (list: readonly TransferStep[]): TransferStep[] =>
    row ? list.filter((step) => actions.possible(step, row)) : []
  return (
    <DetailDrawer
      title={t('transferOrders.one')}
      number={row ? numberOf(row) : undefined}
      width={1080}
      fetched={fetched}
      close={close}
      side={
        row && (
          <>
            {can('print') && <PrintOrders kind={PAPERS} ids={[row.id]} screen />}
            <ActionButtons
              actions={actions}
              row={row}
              list={possible(SIDE)}
              danger={['void', 'lost', 'lostBack', 'reverse']}
            />
            {actions.possible('edit', row) && (
              <Button onClick={() => void navigate(`/admin/${PAGE}/edit/${id}`)}>{t('common.edit')}</Button>
            )}
          </>
        )
      }
      main={row && <ActionButtons actions={actions} row={row} list={possible(MAIN)} primary={1} />}
      dialogs={actions.dialogs}
    >
      {row && <Body row={row} />}
    </DetailDrawer>
  )
}
