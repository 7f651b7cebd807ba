import { Message, Modal } from '@arco-design/web-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUnsaved } from '@/resource/form/useUnsaved'
import { ApiError } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { session } from '@/shared/session/store'
import { save as send } from './commands'
import { whoChanged } from './conflict'
import { headBody, headOf, lineFaultsOf, missingOf, sideFields, type Head } from './draftHead'
import { doneText } from './doneText'
import type { Kind } from './kinds'
import {
  atSpot,
  blank,
  draftOf,
  gainsAt,
  lineBody,
  lineErrors,
  NO_AREA,
  NOWHERE,
  type Area,
  type DraftLine,
  type LineErrors,
  type Order,
} from './model'
import { useLines, type Lines } from './useLines'
import { useRefused } from './useRefused'

export interface OrderDraft extends Omit<Lines, 'replace' | 'scan'> {
  /** Counts a scanned product: for the line of this key, or for whichever it fits. */
  scan: (product: FoundProduct, scan: Scan, line?: number) => void
  head: Head
  set: (changes: Partial<Omit<Head, 'at' | 'to'>>) => void
  /** Areas and shelves belong to a warehouse: another one forgets them. */
  setWarehouse: (side: 'at' | 'to', id: number | null) => void
  /** Chooses the only warehouse that there is, as no person has: to leave the form loses nothing. */
  beginIn: (side: 'at' | 'to', id: number) => void
  /** The area of lines that name none. */
  setArea: (side: 'at' | 'to', area: Area) => void
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

/** The fields of a partner, and of where a line's goods go, as the node names them. */
const PARTNERS = ['supplier_id', 'customer_id']
const GOALS = ['target_warehouses_areas_id', 'target_warehouses_shelves_id']

/** The state of an order's form: its values, its errors, and sending it. */
export function useOrderDraft(kind: Kind, row: Order | null): OrderDraft {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)
  const [head, setHead] = useState<Head>(() => headOf(kind, row, session.admin?.id ?? null))
  const touched = useRef(false)
  const touch = useCallback(() => {
    touched.current = true
  }, [])
  const left = useRef(false)
  useUnsaved(() => touched.current && !left.current)
  const all = useLines(touch)
  const { lines, replace, change, reveal, scan } = all
  const [checked, setChecked] = useState(false)
  const { refused, clear, refuse, changedHead, changedLine } = useRefused()
  const [attempts, setAttempts] = useState(0)

  useEffect(() => {
    if (row) replace(row.lines.map(draftOf))
  }, [row, replace])

  const put = (changes: Partial<Head>, fields: readonly string[]): void => {
    touch()
    changedHead(fields)
    setHead((old) => ({ ...old, ...changes }))
  }
  const set: OrderDraft['set'] = (changes) =>
    put(
      changes,
      Object.keys(changes).flatMap((field) => (field === 'partner' ? PARTNERS : field)),
    )
  const setWarehouse: OrderDraft['setWarehouse'] = (side, warehouse) => {
    put({ [side]: { warehouse, area: NO_AREA } }, Object.values(sideFields(kind, side)))
    const elsewhere = side === 'at' ? atSpot(NOWHERE) : { to: NOWHERE }
    replace((old) => old.map((line) => ({ ...line, ...elsewhere })))
  }
  const beginIn: OrderDraft['beginIn'] = (side, warehouse) =>
    setHead((old) => (old[side].warehouse === null ? { ...old, [side]: { warehouse, area: NO_AREA } } : old))
  const setArea: OrderDraft['setArea'] = (side, area) =>
    put({ [side]: { ...head[side], area } }, [sideFields(kind, side).area])
  const changeLine = useCallback(
    (key: number, changes: Partial<DraftLine>) => {
      changedLine(key, [...Object.keys(changes), ...('to' in changes ? GOALS : [])])
      change(key, changes)
    },
    [change, changedLine],
  )

  const headFaults = useMemo<Record<string, string>>(() => {
    const missing = checked ? missingOf(kind, head) : []
    const words = missing.map(({ field, partner }) => [
      field,
      partner
        ? t('orders.rule.partner', { label: t(`orders.partners.${partner.name}`) })
        : t('orders.rule.warehouse'),
    ])
    return { ...Object.fromEntries(words), ...refused.head }
  }, [checked, kind, head, refused.head, t])
  const lineFaults = useMemo(
    () => lineFaultsOf(lines, kind, head.type, checked, refused.lines),
    [lines, kind, head.type, checked, refused],
  )
  const filled = lines.filter((line) => !blank(line))

  const explain = (error: unknown): void => {
    if (!(error instanceof ApiError)) return show(error)
    // The node calls the source by both names.
    const { warehouse } = sideFields(kind, 'at')
    const errors = error.errors.map(({ field, msg }) => ({
      field: field === 'warehouses_id' ? warehouse : field,
      msg,
    }))
    const faults = refuse(errors, filled)
    const first = filled.find(({ key }) => faults.lines.has(key))
    if (first) reveal(first.key)
    if (errors.length > 0) setAttempts((old) => old + 1)
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
    // The node's name of the field says little to a person: the row's number says where it is.
    const [fault] = first ? Object.values(faults.lines.get(first.key) ?? {}) : []
    if (first && fault) Message.error(t('orders.lineRefused', { row: lines.indexOf(first) + 1, fault }))
    else show(error)
  }

  const save = async (): Promise<void> => {
    if (busy) return
    setChecked(true)
    clear()
    const wrong = filled.find((line) => Object.keys(lineErrors(line, kind, head.type)).length > 0)
    if (wrong) reveal(wrong.key)
    if (wrong || missingOf(kind, head).length > 0) return setAttempts((old) => old + 1)
    const body = {
      ...headBody(kind, head),
      lines: filled.map((line) => lineBody(line, kind, head.type)),
      ...(row ? { id: row.id, version: row.version } : {}),
    }
    await submit(
      (command_id) =>
        send(
          kind,
          { ...body, command_id },
          { announce: filled.length > 0 && doneText(body.id === undefined ? 'add' : 'edit') },
        ),
      (saved) => {
        if (filled.length === 0) Message.warning(t('orders.savedEmpty'))
        left.current = true
        void navigate(`/admin/${kind.page}?id=${row?.id ?? saved.id}`)
      },
      explain,
    )
  }

  return {
    head,
    set,
    setWarehouse,
    beginIn,
    setArea,
    headFaults,
    lineFaults,
    ...all,
    filled,
    change: changeLine,
    attempts,
    scan: (product, code, own) => {
      const loses = (line: DraftLine): boolean => gainsAt(line, kind, head.type) === false
      scan(product, code, { own, loses, unpriced: kind.gains !== null || !kind.priced || !!kind.purchases })
    },
    busy,
    save,
  }
}
