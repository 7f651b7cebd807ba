import { Button, Input } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { Card } from '@/shared/ui/Page'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { MOST_PLACES, productLabel, type ProductRef } from '../model'
import classes from '../orders.module.css'
import type { Spot, TransferDraft, TransferLine } from './useTransferDraft'

const COLUMNS = ['no', 'product', 'fromArea', 'fromShelf', 'toArea', 'toShelf', 'quantity', 'batch'] as const
const WIDTHS = [30, 220, 116, 116, 116, 116, 120, 110] as const

const within = (field: string, val: number | null) => ({ search: [{ field, val, operator: 'eq' }] })

/** The lines of a transfer's form: a product with the places that it goes from and to. */
export function TransferLines({ draft }: { draft: TransferDraft }) {
  const { t } = useTranslation()
  const { head, lines, change, remove, add, faultOf, headFault } = draft
  const words = (column: (typeof COLUMNS)[number]): string =>
    t(/^(from|to)/.test(column) ? `transferOrders.${column}` : `orders.line.${column}`)

  const fault = (line: TransferLine, field: string) => {
    const told = faultOf(line, field)
    return told ? (
      <div className={classes.fault} role="alert">
        {told}
      </div>
    ) : null
  }

  const spot = (line: TransferLine, side: 'from' | 'to', index: number) => {
    const place = line[side]
    const warehouse = side === 'from' ? head.source : head.target
    const prefix = side === 'from' ? '' : 'target_'
    const set = (changes: Partial<Spot>): void => change(line.key, { [side]: { ...place, ...changes } })
    return (
      <>
        <td data-label={words(`${side}Area`)}>
          <RemoteSelect
            url="/admin/warehouse.WarehouseArea"
            ariaLabel={`${words(`${side}Area`)} ${index + 1}`}
            disabled={warehouse === null}
            params={within('warehouses_id', warehouse)}
            value={place.area}
            known={place.areaLabel ?? undefined}
            placeholder={t('common.optional')}
            allowClear
            error={!!faultOf(line, `${prefix}warehouses_areas_id`)}
            onChange={(area, row) =>
              set({ area, areaLabel: row ? String(row.name) : null, shelf: null, shelfLabel: null })
            }
          />
          {fault(line, `${prefix}warehouses_areas_id`)}
        </td>
        <td data-label={words(`${side}Shelf`)}>
          <RemoteSelect
            url="/admin/warehouse.WarehouseShelf"
            ariaLabel={`${words(`${side}Shelf`)} ${index + 1}`}
            disabled={place.area === null}
            params={within('warehouses_areas_id', place.area)}
            value={place.shelf}
            known={place.shelfLabel ?? undefined}
            placeholder={t('common.optional')}
            allowClear
            error={!!faultOf(line, `${prefix}warehouses_shelves_id`)}
            onChange={(shelf, row) => set({ shelf, shelfLabel: row ? String(row.name) : null })}
          />
          {fault(line, `${prefix}warehouses_shelves_id`)}
        </td>
      </>
    )
  }

  return (
    <Card label={t('orders.lines')}>
      <div className={classes.sectionHead}>
        <h2>{t('orders.lines')}</h2>
      </div>
      {headFault('lines') && <div className={classes.fault}>{headFault('lines')}</div>}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
        <table className={classes.lines}>
          <colgroup>
            {COLUMNS.map((column, index) => (
              <col key={column} width={WIDTHS[index]} />
            ))}
            <col width={40} />
          </colgroup>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} className={column === 'quantity' ? classes.right : undefined}>
                  {words(column)}
                </th>
              ))}
              <th aria-label={t('common.action')} />
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={line.key} data-line={line.key}>
                <td className={classes.static} data-label={words('no')}>
                  {index + 1}
                </td>
                <td
                  data-label={words('product')}
                  className={classes.wide}
                  title={line.productLabel || undefined}
                >
                  <RemoteSelect
                    url="/admin/warehouse.Product"
                    ariaLabel={`${words('product')} ${index + 1}`}
                    value={line.product_id}
                    known={line.productLabel || undefined}
                    label={(row) => productLabel(row as unknown as ProductRef)}
                    error={!!faultOf(line, 'product_id')}
                    onChange={(id, row) => {
                      const product = row as unknown as ProductRef | null
                      change(line.key, {
                        product_id: id,
                        productLabel: product ? productLabel(product) : '',
                        decimals: product?.unit?.decimals ?? MOST_PLACES,
                        unit: product?.unit?.name ?? '',
                      })
                    }}
                  />
                  {fault(line, 'product_id')}
                </td>
                {spot(line, 'from', index)}
                {spot(line, 'to', index)}
                <td data-label={words('quantity')}>
                  <Input
                    aria-label={`${words('quantity')} ${index + 1}`}
                    className={classes.numeric}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={24}
                    status={faultOf(line, 'quantity') ? 'error' : undefined}
                    value={line.quantity}
                    suffix={line.unit || undefined}
                    onChange={(quantity) => change(line.key, { quantity })}
                  />
                  {fault(line, 'quantity')}
                </td>
                <td data-label={words('batch')}>
                  <Input
                    aria-label={`${words('batch')} ${index + 1}`}
                    autoComplete="off"
                    maxLength={64}
                    value={line.batch_number}
                    placeholder={t('common.optional')}
                    onChange={(batch_number) => change(line.key, { batch_number })}
                  />
                  {fault(line, 'batch_number')}
                </td>
                <td className={classes.right}>
                  <Button
                    type="text"
                    size="small"
                    status="danger"
                    icon={<IconDelete />}
                    aria-label={`${t('orders.line.remove')} ${index + 1}`}
                    onClick={() => remove(line.key)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button type="text" icon={<IconPlus />} onClick={add}>
        {t('orders.line.add')}
      </Button>
    </Card>
  )
}
