import { contains } from '@/shared/folded'
import { Button, DatePicker, Input, Select } from '@arco-design/web-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { WarehouseSelect } from '@/shared/ui/WarehouseSelect'
import { useFreeStock } from '../freeStock'
import { HeadCell } from '../HeadCell'
import classes from '../orders.module.css'
import { saveKey } from '../saveKey'
import { shareStock } from '../sharedStock'
import { ShortLines } from '../ShortLines'
import { StockStrip } from '../StockStrip'
import { useFaultFocus } from '../useFaultFocus'
import { useSavingNode } from '../useSavingNode'
import { find, targets as ask } from './commands'
import { PAGE, URL, type Order } from './model'
import { TransferLines } from './TransferLines'
import { inArea, useTransferDraft } from './useTransferDraft'

interface EditorProps {
  title: string
  /** As it was saved last; nothing for a new one. */
  row: Order | null
}

/** Head and lines of one transfer, from its first line to its being saved. */
export function TransferEditor({ title, row }: EditorProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayChoose = usePermission('auth/admin')('index')
  const saving = useSavingNode(PAGE, row && { warehouse: row.source_warehouses_id })
  const draft = useTransferDraft(row)
  const form = useFaultFocus(draft.attempts)
  const targets = useFetched(`${URL} targets`, ask)
  const { head, set, headFault, filled, busy, save } = draft
  // What lies at the source is for those who see it.
  const showsStock = usePermission('warehouse/inventory')('index')
  const stocks = useFreeStock(head.source, draft.lines, showsStock)
  // Typing does not wait for what other lines take.
  const settled = useDeferredValue(draft.lines)
  const stock = useMemo(
    () =>
      shareStock(
        settled.map((line) => inArea(line, head.sourceArea)),
        stocks,
        () => 'picked',
      ),
    [settled, stocks, head.sourceArea],
  )
  const short = useMemo(() => stock.short(), [stock])
  const at = draft.lines.findIndex(({ key }) => key === draft.active)
  const line = draft.lines[at]
  const back = (): void => void navigate(`/admin/${PAGE}`)
  /** The area of lines that name none. */
  const area = (end: 'source' | 'target', field: 'sourceArea' | 'targetArea') => {
    const fault = headFault(`${end}_warehouses_areas_id`)
    const label = t(end === 'source' ? 'transferOrders.fromArea' : 'transferOrders.toArea')
    return (
      <HeadCell label={label} fault={fault}>
        <RemoteSelect
          url="/admin/warehouse.WarehouseArea"
          ariaLabel={label}
          disabled={head[end] === null}
          params={{ search: [{ field: 'warehouses_id', val: head[end], operator: 'eq' }] }}
          value={head[field].id}
          known={head[field].name ?? undefined}
          placeholder={t('transferOrders.byLine')}
          allowClear
          error={!!fault}
          onChange={(id, row) => set({ [field]: { id, name: row ? String(row.name) : null } })}
        />
      </HeadCell>
    )
  }
  const known = targets.data?.list ?? []
  return (
    <Page
      title={title}
      remark={t('transferOrders.shortcut')}
      actions={<Button onClick={back}>{t('common.back')}</Button>}
    >
      <div ref={form} className={classes.form} onKeyDownCapture={saveKey(() => void save())}>
        <Card label={t('orders.base')}>
          <div className={classes.head}>
            <HeadCell label={t('transferOrders.source')} required fault={headFault('source_warehouses_id')}>
              <WarehouseSelect
                usableFor={saving}
                ariaLabel={t('transferOrders.source')}
                value={head.source}
                known={row?.source_warehouses_id === head.source ? row?.warehouses?.name : undefined}
                error={!!headFault('source_warehouses_id')}
                onChange={(source) => set({ source })}
              />
            </HeadCell>
            <HeadCell label={t('transferOrders.target')} required fault={headFault('target_warehouses_id')}>
              <Select
                aria-label={t('transferOrders.target')}
                placeholder={t('common.choose')}
                showSearch
                filterOption={(typed: string, option) =>
                  contains(String((option as { props: { children?: unknown } }).props.children ?? ''), typed)
                }
                value={head.target ?? undefined}
                options={known.map(({ id, name }) => ({ value: id, label: name }))}
                error={!!headFault('target_warehouses_id')}
                onChange={(target: number) => set({ target })}
              />
            </HeadCell>
            {area('source', 'sourceArea')}
            {area('target', 'targetArea')}
            <HeadCell label={t('orders.businessDate')} fault={headFault('business_date')}>
              <DatePicker
                aria-label={t('orders.businessDate')}
                placeholder={t('orders.today')}
                value={head.business_date ?? undefined}
                onChange={(day) => set({ business_date: day || null })}
              />
            </HeadCell>
            <HeadCell label={t('orders.reference')} fault={headFault('order_no')}>
              <Input
                aria-label={t('orders.reference')}
                value={head.order_no}
                maxLength={64}
                placeholder={t('common.optional')}
                onChange={(order_no) => set({ order_no })}
              />
            </HeadCell>
            <HeadCell label={t('orders.inCharge')} fault={headFault('admin_id')}>
              <RemoteSelect
                url="/admin/auth.Admin"
                ariaLabel={t('orders.inCharge')}
                value={head.admin_id}
                known={row?.admin_id === head.admin_id ? (row?.admin?.nickname ?? undefined) : undefined}
                label={({ nickname }) => String(nickname)}
                error={!!headFault('admin_id')}
                disabled={!mayChoose}
                onChange={(admin_id) => set({ admin_id })}
              />
            </HeadCell>
            <HeadCell label={t('orders.remarkLabel')} wide fault={headFault('remark')}>
              <Input
                aria-label={t('orders.remarkLabel')}
                value={head.remark}
                maxLength={500}
                placeholder={t('common.optional')}
                onChange={(remark) => set({ remark })}
              />
            </HeadCell>
          </div>
          {head.source !== null && head.source === head.target && (
            <p className={classes.hint}>{t('transferOrders.withinHint')}</p>
          )}
        </Card>
        <TransferLines draft={draft} stock={stock} />
      </div>
      <div className={classes.foot}>
        <ShortLines lines={short} />
        {showsStock && (
          <StockStrip
            line={line && inArea(line, head.sourceArea)}
            number={at + 1}
            stock={line && stock.of(line)}
            warehouse={head.source}
            reach="picked"
            change={draft.change}
          />
        )}
        <div className={classes.sums} aria-live="polite">
          <span>{t('orders.linesCount', { count: filled.length })}</span>
        </div>
        <div className={classes.buttons}>
          <Button onClick={back}>{t('common.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()} data-testid="save-order">
            {row === null ? t('orders.saveNew') : t('orders.save')}
          </Button>
        </div>
      </div>
    </Page>
  )
}

export default function TransferEditorPage() {
  const { t } = useTranslation()
  const { orderId } = useParams()
  const id = orderId ? Number(orderId) : null
  const fetched = useFetched<Order | null>(`${URL} edit ${id}`, (signal) =>
    id === null ? Promise.resolve(null) : find(id, signal),
  )
  const title = t(id === null ? 'transferOrders.new' : 'transferOrders.edit')
  if (id !== null && fetched.data?.id !== id) {
    return (
      <Page title={title}>
        <Card>
          {fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting rows={10} />}
        </Card>
      </Page>
    )
  }
  return <TransferEditor key={String(id)} title={title} row={fetched.data} />
}
