import { Message, Modal } from '@arco-design/web-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUnsaved } from '@/resource/form/useUnsaved'
import { ApiError } from '@/shared/http'
import { isAnswered } from '@/shared/http/pendingCommand'
import { useProblem } from '@/shared/hooks/useProblem'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { session } from '@/shared/session/store'
import { commandId } from '../commands'
import { whoChanged } from '../conflict'
import {
  atSpot,
  blank,
  draftOf,
  emptyLine,
  lineErrors,
  NOWHERE,
  lineBody,
  type DraftLine,
  type LineErrors,
  type Spot,
} from '../model'
import type { PastedLine } from '../pasted'
import { useLines } from '../useLines'
import { useRefused } from '../useRefused'
import { save as send } from './commands'
import { PAGE, type Order } from './model'

/** A line of the form: as an order's, with where the goods go. */
export interface TransferLine extends DraftLine {
  to: Spot
}

/** A line in its order's area, where it names none of its own. */
export const inArea = <L extends DraftLine>(line: L, { id, name }: Area): L =>
  line.warehouses_areas_id === null && id !== null
    ? { ...line, warehouses_areas_id: id, areaLabel: name }
    : line

export const emptyTransferLine = (): TransferLine => ({ ...emptyLine(), to: NOWHERE })

/** What is wrong with a line, by field. It has no price. */
export const transferLineErrors = (line: TransferLine): LineErrors =>
  lineErrors({ ...line, unit_price: '0', produce_date: null, expiry_date: null })

export interface Area {
  id: number | null
  name: string | null
}
const NO_AREA: Area = { id: null, name: null }

interface Head {
  source: number | null
  target: number | null
  /** The areas of lines that name none, with their names. */
  sourceArea: Area
  targetArea: Area
  order_no: string
  /** Without one, a new order is of today in its warehouse. */
  business_date: string | null
  admin_id: number | null
  remark: string
}

/** The fields of the form, as the node names them. */
const HEAD_FIELDS: Readonly<Partial<Record<keyof Head, readonly string[]>>> = {
  source: ['source_warehouses_id', 'source_warehouses_areas_id'],
  target: ['target_warehouses_id', 'target_warehouses_areas_id'],
  sourceArea: ['source_warehouses_areas_id'],
  targetArea: ['target_warehouses_areas_id'],
}
const headFields = (changes: Partial<Head>): string[] =>
  Object.keys(changes).flatMap((field) => HEAD_FIELDS[field as keyof Head] ?? field)
/** Where the goods of a line go. */
const TO_FIELDS = ['target_warehouses_areas_id', 'target_warehouses_shelves_id']

const linesOf = (row: Order): TransferLine[] =>
  row.lines.map((line) => ({
    ...draftOf(line),
    to: {
      area: line.target_warehouses_areas_id || null,
      areaLabel: line.target_area?.name ?? null,
      shelf: line.target_warehouses_shelves_id || null,
      shelfLabel: line.target_shelf?.name ?? null,
    },
  }))

function transferLineBody(line: TransferLine) {
  const { product_id, warehouses_areas_id, warehouses_shelves_id, quantity, unit_id, batch_number } =
    lineBody(line)
  return {
    product_id,
    warehouses_areas_id,
    warehouses_shelves_id,
    target_warehouses_areas_id: line.to.area,
    target_warehouses_shelves_id: line.to.shelf,
    quantity,
    unit_id,
    batch_number,
  }
}

export type TransferDraft = ReturnType<typeof useTransferDraft>

/** The state of a transfer's form: its values, its errors, and sending it. */
export function useTransferDraft(row: Order | null) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()
  const [head, setHead] = useState<Head>(() => ({
    source: row?.source_warehouses_id ?? null,
    target: row?.target_warehouses_id ?? null,
    sourceArea: { id: row?.source_warehouses_areas_id || null, name: row?.source_area?.name ?? null },
    targetArea: { id: row?.target_warehouses_areas_id || null, name: row?.target_area?.name ?? null },
    order_no: row?.order_no ?? '',
    business_date: row?.business_date ?? null,
    admin_id: row?.admin_id ?? session.admin?.id ?? null,
    remark: row?.remark ?? '',
  }))
  const touched = useRef(false)
  const touch = useCallback(() => {
    touched.current = true
  }, [])
  const left = useRef(false)
  useUnsaved(() => touched.current && !left.current)
  const all = useLines(emptyTransferLine, touch)
  const { lines, replace, change, append, reveal, scan } = all
  const [checked, setChecked] = useState(false)
  const { refused, clear, refuse, changedHead, changedLine } = useRefused()
  const [attempts, setAttempts] = useState(0)
  const [busy, setBusy] = useState(false)
  // One command id for each attempt: pressing again after a lost answer must not make a second order.
  const command = useRef(commandId())
  useEffect(() => {
    if (row) replace(linesOf(row))
  }, [row, replace])

  const set = (changes: Partial<Head>): void => {
    touch()
    changedHead(headFields(changes))
    // Areas and shelves belong to a warehouse.
    const elsewhere = {
      ...('source' in changes && { sourceArea: NO_AREA }),
      ...('target' in changes && { targetArea: NO_AREA }),
    }
    setHead((old) => ({ ...old, ...changes, ...elsewhere }))
    if ('source' in changes) replace((old) => old.map((line) => ({ ...line, ...atSpot(NOWHERE) })))
    if ('target' in changes) replace((old) => old.map((line) => ({ ...line, to: NOWHERE })))
  }
  const changeLine = useCallback(
    (key: number, changes: Partial<TransferLine>): void => {
      changedLine(key, [...Object.keys(changes), ...('to' in changes ? TO_FIELDS : [])])
      change(key, changes)
    },
    [change, changedLine],
  )

  const filled = lines.filter((line) => !blank(line))
  /** What is wrong with each line, by its key and field. */
  const lineFaults = useMemo(() => {
    const found = new Map<number, LineErrors>()
    for (const line of lines) {
      const mine = checked && !blank(line) ? transferLineErrors(line) : {}
      const theirs = refused.lines.get(line.key)
      if (theirs || Object.keys(mine).length > 0) found.set(line.key, { ...mine, ...theirs })
    }
    return found
  }, [lines, checked, refused])
  const headFault = (field: string): string | undefined => {
    if (refused.head[field]) return refused.head[field]
    if (checked && field === 'source_warehouses_id' && head.source === null) return t('orders.rule.warehouse')
    if (checked && field === 'target_warehouses_id' && head.target === null) return t('orders.rule.warehouse')
    return undefined
  }

  const save = async (): Promise<void> => {
    if (busy) return
    setChecked(true)
    clear()
    const wrong = filled.find((line) => Object.keys(transferLineErrors(line)).length > 0)
    if (wrong) reveal(wrong.key)
    if (head.source === null || head.target === null || wrong) return setAttempts((old) => old + 1)
    setBusy(true)
    try {
      const body = {
        source_warehouses_id: head.source,
        target_warehouses_id: head.target,
        // An edit without an area keeps the one that is there.
        source_warehouses_areas_id: head.sourceArea.id ?? 0,
        target_warehouses_areas_id: head.targetArea.id ?? 0,
        order_no: head.order_no.trim() || null,
        business_date: head.business_date,
        admin_id: head.admin_id,
        remark: head.remark.trim(),
        lines: filled.map(transferLineBody),
        command_id: command.current,
        ...(row ? { id: row.id, version: row.version } : {}),
      }
      const saved = await send(body, row !== null)
      if (filled.length === 0) Message.warning(t('orders.savedEmpty'))
      left.current = true
      void navigate(`/admin/${PAGE}?id=${row?.id ?? saved.id}`)
    } catch (error) {
      if (error instanceof ApiError) {
        // The node answered, so the next attempt is a new command.
        if (isAnswered(error)) command.current = commandId()
        const errors = error.errors.map(({ field, msg }) => ({
          field: field === 'warehouses_id' ? 'source_warehouses_id' : field,
          msg,
        }))
        const faults = refuse(errors, filled)
        if (error.data.key === 'order.version_conflict') {
          Modal.confirm({
            title: t('orders.conflictEdit', { who: whoChanged(error.data) ?? t('orders.someone') }),
            content: t('orders.conflictLost'),
            okText: t('common.reload'),
            onOk: () => {
              left.current = true
              void navigate(0)
            },
          })
          return
        }
        const first = filled.find(({ key }) => faults.lines.has(key))
        if (first) reveal(first.key)
        if (errors.length > 0) setAttempts((old) => old + 1)
        // The name that the node has for a cell says nothing; its row does.
        const [fault] = first ? Object.values(faults.lines.get(first.key) ?? {}) : []
        if (first && fault) {
          Message.error(t('orders.lineRefused', { row: lines.indexOf(first) + 1, fault }))
          return
        }
      }
      show(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    ...all,
    head,
    set,
    filled,
    change: changeLine,
    append: (more: readonly PastedLine[]) => {
      append(more.map((line) => ({ ...line, to: line.to ?? NOWHERE })))
    },
    scan: (product: FoundProduct, code: Scan, own?: number) => {
      scan(product, code, { own, unpriced: true })
    },
    lineFaults,
    headFault,
    attempts,
    busy,
    save,
  }
}
