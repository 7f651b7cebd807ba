/** What the head of an order's form holds, what it lacks, and how it is sent. Pure functions. */
import { withOf, type Kind, type With } from './kinds'
import {
  blank,
  lineErrors,
  NO_AREA,
  referenceOf,
  type Area,
  type DraftLine,
  type LineErrors,
  type Order,
} from './model'

/** A warehouse, and the area of lines that name none. */
export interface Side {
  warehouse: number | null
  area: Area
}

export interface Head {
  /** Where the goods lie, or are to lie. */
  at: Side
  /** Of a transfer: where they go. */
  to: Side
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

/** The fields of a side, as the node names them. */
export function sideFields(kind: Kind, side: 'at' | 'to'): { warehouse: string; area: string } {
  const end = !kind.twoSided ? '' : side === 'at' ? 'source_' : 'target_'
  return { warehouse: `${end}warehouses_id`, area: `${end}warehouses_areas_id` }
}

/** The head of a saved order, or of a new one that `admin` is in charge of. */
export function headOf(kind: Kind, row: Order | null, admin: number | null): Head {
  const area = (id: number | null | undefined, named: { name: string } | null | undefined): Area =>
    kind.twoSided ? { id: id || null, name: named?.name ?? null } : NO_AREA
  return {
    at: {
      warehouse: (kind.twoSided ? row?.source_warehouses_id : row?.warehouses_id) ?? null,
      area: area(row?.source_warehouses_areas_id, row?.source_area),
    },
    to: {
      warehouse: row?.target_warehouses_id ?? null,
      area: area(row?.target_warehouses_areas_id, row?.target_area),
    },
    partner: (row && row[withOf(kind, row.type)?.field ?? 'supplier_id']) ?? null,
    type: row?.type ?? Number(kind.types[0]),
    order_no: row ? referenceOf(kind, row) : '',
    business_date: row?.business_date ?? null,
    admin_id: row?.admin_id ?? admin,
    remark: row?.remark ?? '',
    shipment_status: row?.shipment_status ?? 0,
    carrier_id: row?.carrier_id ?? null,
    courier_number: row?.courier_number ?? '',
  }
}

/** The fields that must be filled in and are not; a partner with whom it is. */
export function missingOf(kind: Kind, head: Head): { field: string; partner?: With }[] {
  const sides = kind.twoSided ? (['at', 'to'] as const) : (['at'] as const)
  const partner = withOf(kind, head.type)
  const lacksPartner = partner && head.partner === null && !kind.alone?.includes(String(head.type))
  return [
    ...sides
      .filter((side) => head[side].warehouse === null)
      .map((side) => ({ field: sideFields(kind, side).warehouse })),
    ...(lacksPartner ? [{ field: partner.field, partner }] : []),
  ]
}

/** What is sent of the shipment: 0 is no carrier. */
function shipmentOf({ shipment_status, carrier_id, courier_number }: Head) {
  const needed = shipment_status === 1
  return {
    shipment_status,
    carrier_id: needed ? (carrier_id ?? 0) : 0,
    courier_number: needed ? courier_number.trim() : '',
  }
}

/** The head as it is sent. */
export function headBody(kind: Kind, head: Head) {
  const { at, to, type } = head
  const partner = withOf(kind, type)
  const subject = kind.twoSided
    ? {
        source_warehouses_id: at.warehouse,
        target_warehouses_id: to.warehouse,
        // An edit without an area keeps the one that is there.
        source_warehouses_areas_id: at.area.id ?? 0,
        target_warehouses_areas_id: to.area.id ?? 0,
      }
    : {
        warehouses_id: at.warehouse,
        ...(partner ? { [partner.field]: head.partner } : {}),
        type,
        ...(kind.ships ? shipmentOf(head) : {}),
      }
  return {
    ...subject,
    // An empty one stays empty, and empties one that was there.
    order_no: head.order_no.trim(),
    business_date: head.business_date,
    admin_id: head.admin_id,
    remark: head.remark.trim(),
  }
}

/** What is wrong with each line, by its key: `checked` asks the client's own rules, `refused` is what the node has said. */
export function lineFaultsOf(
  lines: readonly DraftLine[],
  kind: Kind,
  type: number | null,
  checked: boolean,
  refused: ReadonlyMap<number, LineErrors>,
): ReadonlyMap<number, LineErrors> {
  const found = new Map<number, LineErrors>()
  for (const line of lines) {
    const mine = checked && !blank(line) ? lineErrors(line, kind, type) : {}
    const theirs = refused.get(line.key)
    if (theirs || Object.keys(mine).length > 0) found.set(line.key, { ...mine, ...theirs })
  }
  return found
}
