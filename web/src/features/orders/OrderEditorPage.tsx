import { Button, DatePicker, Input, Message, Modal, Select } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import dayjs from 'dayjs'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useUnsaved } from '@/resource/form/useUnsaved'
import { ApiError, http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { commandId, find, type Outcome } from './commands'
import { LineRow } from './LineRow'
import {
  blank,
  draftOf,
  draftTotals,
  KINDS,
  lineErrors,
  placeErrors,
  wire,
  type Complaint,
  type Direction,
  type OrderDetail,
} from './model'
import classes from './orders.module.css'
import { useLines } from './useDraft'

interface Head {
  warehouses_id: number | null
  partner: number | null
  type: number | null
  order_no: string
  business_date: string | null
  remark: string
}

function HeadCell({
  label,
  required,
  fault,
  wide,
  children,
}: {
  label: string
  required?: boolean
  fault?: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={`${classes.cell} ${wide ? classes.spread : ''}`}>
      <label data-required={required ?? false}>{label}</label>
      {children}
      {fault && (
        <div className={classes.fault} role="alert">
          {fault}
        </div>
      )}
    </div>
  )
}

export default function OrderEditorPage({ direction }: { direction: Direction }) {
  const { t } = useTranslation()
  const kind = KINDS[direction]
  const { orderId } = useParams()
  const id = orderId ? Number(orderId) : null
  const fetched = useFetched<OrderDetail | null>(`${kind.url} ${id}`, (signal) =>
    id === null ? Promise.resolve(null) : find(kind, id, signal),
  )
  const title = t(`orders.${direction}.${id === null ? 'new' : 'edit'}`)
  if (id !== null && fetched.error) {
    return (
      <Page title={title}>
        <Card>
          <Problem error={fetched.error} retry={fetched.reload} />
        </Card>
      </Page>
    )
  }
  if (id !== null && fetched.data?.row.id !== id) {
    return (
      <Page title={title}>
        <Card>
          <Waiting rows={10} />
        </Card>
      </Page>
    )
  }
  return <Editor key={`${direction} ${id}`} direction={direction} title={title} detail={fetched.data} />
}

function Editor({
  direction,
  title,
  detail,
}: {
  direction: Direction
  title: string
  detail: OrderDetail | null
}) {
  const { t } = useTranslation()
  const kind = KINDS[direction]
  const navigate = useNavigate()
  const { show } = useProblem()
  const row = detail?.row ?? null
  const [head, setHead] = useState<Head>(() => ({
    warehouses_id: row?.warehouses_id ?? null,
    partner: row?.[kind.partnerField] ?? null,
    type: row?.type ?? Number(kind.types[0]),
    order_no: row?.order_no ?? '',
    business_date: row ? row.business_date : dayjs().format('YYYY-MM-DD'),
    remark: row?.remark ?? '',
  }))
  const { lines, replace, change, add, copy, remove, next } = useLines()
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<{
    head: Record<string, string>
    lines: Map<number, Record<string, string>>
  }>({ head: {}, lines: new Map() })
  const [busy, setBusy] = useState(false)
  // One number for one intention: a second press after a lost answer must not make a second order.
  const command = useRef(commandId())

  useEffect(() => {
    if (row) replace(row.lines.map(draftOf))
  }, [row, replace])

  const touched = useRef(false)
  const left = useRef(false)
  useUnsaved(() => touched.current && !left.current)

  const set = (changes: Partial<Head>): void => {
    touched.current = true
    setHead((old) => ({ ...old, ...changes }))
  }
  const changeLine = useRef(change)
  changeLine.current = change
  const onChange = useMemo(
    () => (key: number, changes: Parameters<typeof change>[1]) => {
      touched.current = true
      setRefused((old) => {
        if (!old.lines.has(key)) return old
        const rest = { ...old.lines.get(key) }
        for (const field of Object.keys(changes)) delete rest[field]
        return { ...old, lines: new Map(old.lines).set(key, rest) }
      })
      changeLine.current(key, changes)
    },
    [],
  )

  const partnerLabel = t(`orders.${direction}.partner`)
  const headFaults: Record<string, string> = {
    ...(checked && head.warehouses_id === null ? { warehouses_id: t('orders.rule.warehouse') } : {}),
    ...(checked && head.partner === null
      ? { [kind.partnerField]: t('orders.rule.partner', { label: partnerLabel }) }
      : {}),
    ...refused.head,
  }
  const faultsOf = useMemo(() => {
    const all = new Map<number, Record<string, Complaint | string>>()
    for (const line of lines) {
      const mine = checked && !(blank(line) && lines.length > 1) ? lineErrors(line) : {}
      const theirs = refused.lines.get(line.key)
      if (theirs || Object.keys(mine).length > 0) all.set(line.key, { ...mine, ...theirs })
    }
    return all
  }, [lines, checked, refused])
  const totals = useMemo(() => draftTotals(lines), [lines])
  const filled = lines.filter((line) => !blank(line))

  const save = async (): Promise<void> => {
    setChecked(true)
    setRefused({ head: {}, lines: new Map() })
    if (filled.length === 0) {
      Message.warning(t('orders.noLines'))
      return
    }
    const wrong = filled.some((line) => Object.keys(lineErrors(line)).length > 0)
    if (head.warehouses_id === null || head.partner === null || wrong) return
    setBusy(true)
    try {
      const body = {
        warehouses_id: head.warehouses_id,
        [kind.partnerField]: head.partner,
        type: head.type,
        order_no: head.order_no.trim() || null,
        business_date: head.business_date,
        remark: head.remark.trim(),
        lines: filled.map(wire),
        command_id: command.current,
        ...(row ? { id: row.id, version: row.version } : {}),
      }
      const saved = await http.post<Outcome>(`${kind.url}/${row ? 'edit' : 'add'}`, body)
      Message.success(t('orders.saved'))
      left.current = true
      void navigate(`/admin/${kind.page}?id=${row?.id ?? saved.id}`)
    } catch (error) {
      if (error instanceof ApiError) {
        // An answer came: what is sent next is another intention.
        if (!error.options.key) command.current = commandId()
        setRefused(placeErrors(error.errors, filled))
        if (error.data.key === 'order.version_conflict') {
          Modal.confirm({
            title: t('common.conflict'),
            okText: t('common.reload'),
            onOk: () => {
              left.current = true
              void navigate(0)
            },
          })
          return
        }
      }
      show(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Page
      title={title}
      remark={t(`orders.${direction}.shortcut`)}
      actions={<Button onClick={() => void navigate(`/admin/${kind.page}`)}>{t('common.back')}</Button>}
    >
      <Card label={t('orders.base')}>
        <div className={classes.head}>
          <HeadCell label={t('orders.type')} required fault={headFaults.type}>
            <Select
              aria-label={t('orders.type')}
              value={head.type === null ? undefined : String(head.type)}
              options={kind.types.map((value) => ({ value, label: t(`${kind.typeWords}.${value}`) }))}
              onChange={(value: string) => set({ type: Number(value) })}
            />
          </HeadCell>
          <HeadCell label={t('orders.warehouse')} required fault={headFaults.warehouses_id}>
            <RemoteSelect
              url="/admin/warehouse.Warehouse"
              ariaLabel={t('orders.warehouse')}
              value={head.warehouses_id}
              known={row?.warehouses_id === head.warehouses_id ? row?.warehouses?.name : undefined}
              error={!!headFaults.warehouses_id}
              onChange={(value) => {
                set({ warehouses_id: value })
                replace(
                  lines.map((line) => ({
                    ...line,
                    warehouses_areas_id: null,
                    areaLabel: null,
                    warehouses_shelves_id: null,
                    shelfLabel: null,
                  })),
                )
              }}
            />
          </HeadCell>
          <HeadCell label={partnerLabel} required fault={headFaults[kind.partnerField]}>
            <RemoteSelect
              url={kind.partnerUrl}
              ariaLabel={partnerLabel}
              value={head.partner}
              known={row?.[kind.partnerField] === head.partner ? row?.[kind.partner]?.name : undefined}
              error={!!headFaults[kind.partnerField]}
              onChange={(value) => set({ partner: value })}
            />
          </HeadCell>
          <HeadCell label={t('orders.businessDate')} fault={headFaults.business_date}>
            <DatePicker
              aria-label={t('orders.businessDate')}
              value={head.business_date ?? undefined}
              onChange={(day) => set({ business_date: day || null })}
            />
          </HeadCell>
          <HeadCell label={t('orders.reference')} fault={headFaults.order_no}>
            <Input
              aria-label={t('orders.reference')}
              value={head.order_no}
              maxLength={64}
              placeholder={t('common.optional')}
              onChange={(value) => set({ order_no: value })}
            />
          </HeadCell>
          <HeadCell label={t('orders.remarkLabel')} wide fault={headFaults.remark}>
            <Input
              aria-label={t('orders.remarkLabel')}
              value={head.remark}
              maxLength={500}
              placeholder={t('common.optional')}
              onChange={(value) => set({ remark: value })}
            />
          </HeadCell>
        </div>
      </Card>
      <Card label={t('orders.lines')}>
        <div className={classes.sectionHead}>
          <h2>{t('orders.lines')}</h2>
          <span className={classes.hint}>{t('orders.hint')}</span>
        </div>
        {headFaults.lines && <div className={classes.fault}>{headFaults.lines}</div>}
        <div className={classes.scroll}>
          <table className={classes.lines}>
            <colgroup>
              <col width="30" />
              <col width="220" />
              <col width="100" />
              <col width="100" />
              <col width="112" />
              <col width="96" />
              <col width="96" />
              <col width="104" />
              <col width="120" />
              <col width="120" />
              <col width="68" />
            </colgroup>
            <thead>
              <tr>
                <th>{t('orders.line.no')}</th>
                <th>{t('orders.line.product')}</th>
                <th>{t('orders.line.area')}</th>
                <th>{t('orders.line.shelf')}</th>
                <th className={classes.right}>{t('orders.line.quantity')}</th>
                <th className={classes.right}>{t('orders.line.price')}</th>
                <th className={classes.right}>{t('orders.line.total')}</th>
                <th>{t('orders.line.batch')}</th>
                <th>{t('orders.line.produce')}</th>
                <th>{t('orders.line.expiry')}</th>
                <th aria-label={t('common.action')} />
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                <LineRow
                  key={line.key}
                  line={line}
                  index={index}
                  warehouse={head.warehouses_id}
                  errors={faultsOf.get(line.key)}
                  change={onChange}
                  copy={copy}
                  remove={remove}
                  next={next}
                />
              ))}
            </tbody>
          </table>
        </div>
        <Button type="text" icon={<IconPlus />} onClick={add}>
          {t('orders.line.add')}
        </Button>
      </Card>
      <div className={classes.foot}>
        <div className={classes.sums} aria-live="polite">
          <span>{t('orders.linesCount', { count: filled.length })}</span>
          <span>
            {t('orders.quantity')}
            <strong data-testid="total-quantity">
              <Numeral value={totals.quantity} />
            </strong>
          </span>
          <span>
            {t('orders.amount')}
            <strong data-testid="total-amount">
              <Numeral value={totals.amount} digits={2} />
            </strong>
          </span>
        </div>
        <div className={classes.buttons}>
          <Button onClick={() => void navigate(`/admin/${kind.page}`)}>{t('common.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()} data-testid="save-order">
            {row ? t('orders.save') : t('orders.saveNew')}
          </Button>
        </div>
      </div>
    </Page>
  )
}
