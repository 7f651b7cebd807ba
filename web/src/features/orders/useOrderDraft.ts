import { Message, Modal } from '@arco-design/web-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUnsaved } from '@/resource/form/useUnsaved'
import { ApiError, http } from '@/shared/http'
import { isAnswered } from '@/shared/http/pendingCommand'
import { useProblem } from '@/shared/hooks/useProblem'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { session } from '@/shared/session/store'
import { commandId } from './commands'
import { whoChanged } from './conflict'
import { withOf, type Kind } from './kinds'
import {
  blank,
  draftOf,
  emptyLine,
  gainsAt,
  lineErrors,
  lineBody,
  type DraftLine,
  type LineErrors,
  type Order,
} from './model'
import { useLines, type Lines } from './useLines'
import { useRefused } from './useRefused'

/** The head of the form. */
export interface Head {
  warehouses_id: number | null
  partner: number | null
  type: number | null
  order_no: string
  /** Without one, a new order is of today in its warehouse. */
  business_date: string | null
  /** Who is in charge. */
  admin_id: number | null
  remark: string
  /** Of kinds that are shipped: 0 no, 1 yes. */
  shipment_status: number
  carrier_id: number | null
  courier_number: string
}

export interface OrderDraft extends Omit<Lines, 'replace' | 'scan'> {
  /** Counts a scanned product: for the line of this key, or for whichever it fits. */
  scan: (product: FoundProduct, scan: Scan, line?: number) => void
  head: Head
  set: (changes: Partial<Head>) => void
  /** Areas and shelves belong to a warehouse. */
  setWarehouse: (id: number | null) => void
  /** By field; `lines` for what is wrong with them all. */
  headFaults: Readonly<Record<string, string>>
  /** By the line's key. */
  lineFaults: ReadonlyMap<number, LineErrors>
  /** Lines that will be sent. */
  filled: readonly DraftLine[]
  busy: boolean
  /** How often saving failed because of what is filled in. */
  attempts: number
  save: () => Promise<void>
}

/** The fields of a partner, as the node names them. */
const PARTNERS = ['supplier_id', 'customer_id']

/** What is sent of the shipment: 0 is no carrier. */
function shipmentOf({ shipment_status, carrier_id, courier_number }: Head) {
  const needed = shipment_status === 1
  return {
    shipment_status,
    carrier_id: needed ? (carrier_id ?? 0) : 0,
    courier_number: needed ? courier_number.trim() : '',
  }
}

/** The state of an order's form: its values, its errors, and sending it. */
export function useOrderDraft(kind: Kind, row: Order | null): OrderDraft {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()
  const [head, setHead] = useState<Head>(() => ({
    warehouses_id: row?.warehouses_id ?? null,
    partner: (row && row[withOf(kind, row.type)?.field ?? 'supplier_id']) ?? null,
    type: row?.type ?? Number(kind.types[0]),
    order_no: row?.order_no ?? '',
    business_date: row?.business_date ?? null,
    admin_id: row?.admin_id ?? session.admin?.id ?? null,
    remark: row?.remark ?? '',
    shipment_status: row?.shipment_status ?? 0,
    carrier_id: row?.carrier_id ?? null,
    courier_number: row?.courier_number ?? '',
  }))
  const touched = useRef(false)
  const touch = useCallback(() => {
    touched.current = true
  }, [])
  const left = useRef(false)
  useUnsaved(() => touched.current && !left.current)
  const all = useLines(emptyLine, touch)
  const { lines, replace, change, reveal, scan } = all
  const [checked, setChecked] = useState(false)
  const { refused, clear, refuse, changedHead, changedLine } = useRefused()
  const [attempts, setAttempts] = useState(0)
  const [busy, setBusy] = useState(false)
  // One command id for each attempt: pressing again after a lost answer must not make a second order.
  const command = useRef(commandId())

  useEffect(() => {
    if (row) replace(row.lines.map(draftOf))
  }, [row, replace])

  const set = (changes: Partial<Head>): void => {
    touch()
    changedHead(Object.keys(changes).flatMap((field) => (field === 'partner' ? PARTNERS : field)))
    setHead((old) => ({ ...old, ...changes }))
  }
  const setWarehouse = (id: number | null): void => {
    set({ warehouses_id: id })
    const elsewhere = {
      warehouses_areas_id: null,
      areaLabel: null,
      warehouses_shelves_id: null,
      shelfLabel: null,
    }
    replace((old) => old.map((line) => ({ ...line, ...elsewhere })))
  }
  const changeLine = useCallback(
    (key: number, changes: Partial<DraftLine>) => {
      changedLine(key, Object.keys(changes))
      change(key, changes)
    },
    [change, changedLine],
  )

  const partner = withOf(kind, head.type)
  const lacksPartner = partner !== null && head.partner === null && !kind.alone?.includes(String(head.type))
  const headFaults = useMemo<Record<string, string>>(
    () => ({
      ...(checked && head.warehouses_id === null ? { warehouses_id: t('orders.rule.warehouse') } : {}),
      ...(checked && partner && lacksPartner
        ? { [partner.field]: t('orders.rule.partner', { label: t(`orders.partners.${partner.name}`) }) }
        : {}),
      ...refused.head,
    }),
    [checked, head.warehouses_id, partner, lacksPartner, refused.head, t],
  )
  const lineFaults = useMemo(() => {
    const all = new Map<number, LineErrors>()
    for (const line of lines) {
      const mine = checked && !blank(line) ? lineErrors(line, kind, head.type) : {}
      const theirs = refused.lines.get(line.key)
      if (theirs || Object.keys(mine).length > 0) all.set(line.key, { ...mine, ...theirs })
    }
    return all
  }, [lines, checked, refused, kind, head.type])
  const filled = lines.filter((line) => !blank(line))

  const save = async (): Promise<void> => {
    if (busy) return
    setChecked(true)
    clear()
    const wrong = filled.find((line) => Object.keys(lineErrors(line, kind, head.type)).length > 0)
    if (wrong) reveal(wrong.key)
    if (head.warehouses_id === null || lacksPartner || wrong) return setAttempts((old) => old + 1)
    setBusy(true)
    try {
      const body = {
        warehouses_id: head.warehouses_id,
        ...(partner ? { [partner.field]: head.partner } : {}),
        type: head.type,
        order_no: head.order_no.trim() || null,
        business_date: head.business_date,
        admin_id: head.admin_id,
        remark: head.remark.trim(),
        ...(kind.ships ? shipmentOf(head) : {}),
        lines: filled.map((line) => lineBody(line, kind, head.type)),
        command_id: command.current,
        ...(row ? { id: row.id, version: row.version } : {}),
      }
      const saved = await http.post(`${kind.url}/${row ? 'edit' : 'add'}`, body, {
        announce: filled.length > 0,
      })
      if (filled.length === 0) Message.warning(t('orders.savedEmpty'))
      left.current = true
      void navigate(`/admin/${kind.page}?id=${row?.id ?? saved.id}`)
    } catch (error) {
      if (error instanceof ApiError) {
        // The node answered, so the next attempt is a new command.
        if (isAnswered(error)) command.current = commandId()
        const faults = refuse(error.errors, filled)
        const first = filled.find(({ key }) => faults.lines.has(key))
        if (first) reveal(first.key)
        if (error.errors.length > 0) setAttempts((old) => old + 1)
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
    head,
    set,
    setWarehouse,
    headFaults,
    lineFaults,
    ...all,
    filled,
    change: changeLine,
    attempts,
    scan: (product, code, own) => {
      const loses = (line: DraftLine): boolean => gainsAt(line, kind, head.type) === false
      scan(product, code, { own, loses, unpriced: kind.gains !== null })
    },
    busy,
    save,
  }
}
