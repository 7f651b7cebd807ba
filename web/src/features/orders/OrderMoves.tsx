import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import type { Order } from './model'
import classes from './orders.module.css'
import { TitledTable } from './TitledTable'

/** The latest movements; the page of records has all of them. */
const SHOWN = 10

function Moves({ number, version }: { number: string; version: number }) {
  const { t } = useTranslation()
  const fetched = useFetched(`moves ${number} ${version}`, (signal) =>
    http.get(
      '/admin/warehouse.InventoryRecord/index',
      { limit: SHOWN, search: [{ field: 'operation_number', operator: '=', val: number }] },
      signal,
    ),
  )
  const { list = [], total = 0 } = fetched.data ?? {}
  if (list.length === 0) return null
  return (
    <>
      <TitledTable
        title={t('orderSteps.moves')}
        head={[
          t('records.time'),
          t('records.type'),
          t('orders.line.product'),
          t('inventory.place'),
          t('orders.line.batch'),
          t('records.quantity'),
          t('records.amount'),
        ]}
        figures={[5, 6]}
      >
        {list.map((move) => (
          <tr key={move.id}>
            <td className={classes.place}>{moment(move.create_time)}</td>
            <td>
              {t(`records.types.${move.operation_type}`)}{' '}
              {move.cost_basis && (
                <Tag size="small" bordered title={t('records.costMark')}>
                  {t(`records.costMarks.${move.cost_basis}`)}
                </Tag>
              )}
            </td>
            <td>
              <ProductLabel product={move.product} />
            </td>
            <td>{[move.area?.name, move.shelf?.name].filter(Boolean).join(' / ') || '–'}</td>
            <td className={classes.place}>{move.batch_number || '–'}</td>
            <td className={classes.right}>
              <Numeral value={move.quantity} unit={move.product?.unit?.name} />
            </td>
            <td className={classes.right}>
              <Numeral value={move.total_price} money />
            </td>
          </tr>
        ))}
      </TitledTable>
      {total > list.length && (
        <RouteLink to={`/admin/warehouse/inventoryRecord?operation_number=${encodeURIComponent(number)}`}>
          {t('orderSteps.allMoves', { count: total })}
        </RouteLink>
      )}
    </>
  )
}

/** What an order has moved, for those who may see the records. */
export function OrderMoves({ number, order }: { number: string; order: Order }) {
  const may = usePermission('warehouse/inventoryRecord')
  return may('index') ? <Moves number={number} version={order.version} /> : null
}
