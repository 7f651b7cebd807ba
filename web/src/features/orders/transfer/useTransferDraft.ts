import { Message, Modal } from '@arco-design/web-react'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUnsaved } from '@/resource/form/useUnsaved'
import { ApiError } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { decimal, places } from '@/shared/number/decimal'
import { session } from '@/shared/session/store'
import { commandId } from '../commands'
import { MOST_PLACES, productLabel } from '../model'
import { save as send } from './commands'
import { PAGE, type Order } from './model'

/** A line of the form. */
export interface TransferLine {
  key: number
  product_id: number | null
  productLabel: string
  decimals: number
  unit: string
  from: Spot
  to: Spot
  quantity: string
  batch_number: string
}

/** An area and a shelf with their names. */
export interface Spot {
  area: number | null
  areaLabel: string | null
  shelf: number | null
  shelfLabel: string | null
}

export const NOWHERE: Spot = { area: null, areaLabel: null, shelf: null, shelfLabel: null }

let lastKey = 0
export function emptyTransferLine(): TransferLine {
  lastKey += 1
  return {
    key: lastKey,
    product_id: null,
    productLabel: '',
    decimals: MOST_PLACES,
    unit: '',
    from: NOWHERE,
    to: NOWHERE,
    quantity: '',
    batch_number: '',
  }
}

export const isBlank = (line: TransferLine): boolean =>
  line.product_id === null && !line.quantity && !line.batch_number

/** What is wrong with a line, by field: the key of a text and its count. */
export function transferLineErrors(line: TransferLine): Record<string, { key: string; count?: number }> {
  const errors: Record<string, { key: string; count?: number }> = {}
  if (line.product_id === null) errors.product_id = { key: 'orders.rule.product' }
  const quantity = decimal(line.quantity)
  if (!quantity || quantity.lte(0)) errors.quantity = { key: 'orders.rule.quantity' }
  else if (places(quantity) > line.decimals)
    errors.quantity = { key: 'orders.rule.quantityPlaces', count: line.decimals }
  return errors
}

interface Head {
  source: number | null
  target: number | null
  order_no: string
  business_date: string | null
  admin_id: number | null
  remark: string
}

const LINE_FIELD = /^lines\[(\d+)\]\.(\w+)$/

const linesOf = (row: Order): TransferLine[] =>
  row.lines.map((line) => ({
    ...emptyTransferLine(),
    product_id: line.product_id,
    productLabel: line.product ? productLabel(line.product) : '',
    decimals: line.product?.unit?.decimals ?? MOST_PLACES,
    unit: line.product?.unit?.name ?? '',
    from: {
      area: line.warehouses_areas_id || null,
      areaLabel: line.area?.name ?? null,
      shelf: line.warehouses_shelves_id || null,
      shelfLabel: line.shelf?.name ?? null,
    },
    to: {
      area: line.target_warehouses_areas_id || null,
      areaLabel: line.target_area?.name ?? null,
      shelf: line.target_warehouses_shelves_id || null,
      shelfLabel: line.target_shelf?.name ?? null,
    },
    quantity: line.quantity,
    batch_number: line.batch_number ?? '',
  }))

const wire = (line: TransferLine) => ({
  product_id: line.product_id,
  warehouses_areas_id: line.from.area,
  warehouses_shelves_id: line.from.shelf,
  target_warehouses_areas_id: line.to.area,
  target_warehouses_shelves_id: line.to.shelf,
  quantity: line.quantity.trim(),
  batch_number: line.batch_number.trim() || null,
})

export type TransferDraft = ReturnType<typeof useTransferDraft>

/** The state of a transfer's form: its values, its errors, and sending it. */
export function useTransferDraft(row: Order | null) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()
  const [head, setHead] = useState<Head>(() => ({
    source: row?.source_warehouses_id ?? null,
    target: row?.target_warehouses_id ?? null,
    order_no: row?.order_no ?? '',
    business_date: row ? row.business_date : dayjs().format('YYYY-MM-DD'),
    admin_id: row?.admin_id ?? session.admin?.id ?? null,
    remark: row?.remark ?? '',
  }))
  const [lines, setLines] = useState<readonly TransferLine[]>(() =>
    row ? linesOf(row) : [emptyTransferLine()],
  )
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  // One command id for each attempt: pressing again after a lost answer must not make a second order.
  const command = useRef(commandId())
  const touched = useRef(false)
  const left = useRef(false)
  useUnsaved(() => touched.current && !left.current)
  useEffect(() => {
    if (row) setLines(linesOf(row))
  }, [row])

  const set = (changes: Partial<Head>): void => {
    touched.current = true
    setHead((old) => ({ ...old, ...changes }))
    // Areas and shelves belong to a warehouse.
    if ('source' in changes) setLines((old) => old.map((line) => ({ ...line, from: NOWHERE })))
    if ('target' in changes) setLines((old) => old.map((line) => ({ ...line, to: NOWHERE })))
  }
  const change = (key: number, changes: Partial<TransferLine>): void => {
    touched.current = true
    setRefused({})
    setLines((old) => old.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  }
  const add = (): void => setLines((old) => [...old, emptyTransferLine()])
  const remove = (key: number): void =>
    setLines((old) => (old.length === 1 ? [emptyTransferLine()] : old.filter((line) => line.key !== key)))

  const filled = lines.filter((line) => !isBlank(line))
  /** What is wrong, by the path of its field: those of lines count the lines that are sent. */
  const faultOf = (line: TransferLine, field: string): string | undefined => {
    const sent = filled.indexOf(line)
    const told = sent < 0 ? undefined : refused[`lines[${sent}].${field}`]
    if (told) return told
    const mine = checked && !(isBlank(line) && lines.length > 1) ? transferLineErrors(line)[field] : undefined
    return mine && t(mine.key, { count: mine.count })
  }
  const headFault = (field: string): string | undefined => {
    if (refused[field]) return refused[field]
    if (checked && field === 'source_warehouses_id' && head.source === null) return t('orders.rule.warehouse')
    if (checked && field === 'target_warehouses_id' && head.target === null) return t('orders.rule.warehouse')
    return undefined
  }

  const save = async (): Promise<void> => {
    setChecked(true)
    setRefused({})
    if (filled.length === 0) {
      Message.warning(t('orders.noLines'))
      return
    }
    const wrong = filled.some((line) => Object.keys(transferLineErrors(line)).length > 0)
    if (head.source === null || head.target === null || wrong) return
    setBusy(true)
    try {
      const body = {
        source_warehouses_id: head.source,
        target_warehouses_id: head.target,
        order_no: head.order_no.trim() || null,
        business_date: head.business_date,
        admin_id: head.admin_id,
        remark: head.remark.trim(),
        lines: filled.map(wire),
        command_id: command.current,
        ...(row ? { id: row.id, version: row.version } : {}),
      }
      const saved = await send(body, row !== null)
      left.current = true
      void navigate(`/admin/${PAGE}?id=${row?.id ?? saved.id}`)
    } catch (error) {
      if (error instanceof ApiError) {
        // The node answered, so the next attempt is a new command.
        if (!error.options.key) command.current = commandId()
        setRefused(
          Object.fromEntries(
            error.errors.map(({ field, msg }) => [
              field === 'warehouses_id' ? 'source_warehouses_id' : field,
              msg,
            ]),
          ),
        )
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
        if (error.errors.some(({ field }) => LINE_FIELD.test(field))) return
      }
      show(error)
    } finally {
      setBusy(false)
    }
  }

  return { head, set, lines, filled, change, add, remove, faultOf, headFault, busy, save }
}
