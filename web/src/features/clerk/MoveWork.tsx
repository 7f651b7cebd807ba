import { Button } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { askSpots } from '@/features/orders'
import { http } from '@/shared/http'
import { useTopics } from '@/shared/hooks/useTopics'
import { decimal } from '@/shared/number/decimal'
import { findProduct, knownMeaning } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { faultText, unknownText } from '@/shared/scan/faultText'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { Amount, isWrong } from './Amount'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import type { Queued } from './commandStore'
import { TaskFooter } from './TaskFooter'
import { MOVE, movableOf, moveBody, named, placeOf, type Lying } from './moving'
import { findSpot, isSame, spotOf, UNPLACED, useSpots, type Spot } from './places'
import { ScanBox } from './ScanBox'
import { SpotSelect, useSpotName } from './SpotSelect'
import { useEnqueue } from './useEnqueue'
import { useKnownProducts } from './useKnownProducts'
import { useNote } from './useNote'
import { useChosenWarehouse, WarehouseChoice, type ChosenWarehouse } from './Warehouse'
import { useRemembered } from './useRemembered'

export type MoveTask = 'putAway' | 'move'

/** Goods that are listed at once. */
const LIMIT = 200

/** What lies at a place, and whether that is all of it. */
interface Listed {
  rows: readonly Lying[]
  all: boolean
}

const NOTHING: Listed = { rows: [], all: true }

const lying = async (
  warehouse: ChosenWarehouse,
  from: Spot | null,
  product: number | null,
  signal?: AbortSignal,
): Promise<Listed> => {
  const condition = (field: string, value: number | null) => ({
    field,
    val: String(value ?? 0),
    operator: 'eq',
  })
  const search = [
    condition('warehouses_id', warehouse.id),
    ...(from
      ? [condition('warehouses_areas_id', from.area), condition('warehouses_shelves_id', from.shelf)]
      : []),
    ...(product === null ? [] : [condition('product_id', product)]),
  ]
  const answer = await http.get('/admin/warehouse.Inventory/index', { limit: LIMIT, search }, signal)
  return {
    rows: answer.list.filter(({ total_quantity }) => decimal(total_quantity)?.gt(0)),
    all: product === null && answer.total <= answer.list.length,
  }
}

/** Where goods in hand may go: where they lie already, else to a free shelf. */
function ProposedSpot({
  warehouse,
  row,
  choose,
}: {
  warehouse: number
  row: Lying
  choose: (spot: Spot) => void
}) {
  const { t } = useTranslation()
  const nameOf = useSpotName()
  const batch = row.batch_number ?? ''
  const { data } = useRemembered(
    `clerk spot ${JSON.stringify([warehouse, row.product_id, batch])}`,
    (signal) => askSpots(warehouse, [row.product_id], batch, signal),
  )
  const [found] = data ?? []
  if (!found?.warehouses_areas_id) return null
  const spot: Spot = {
    area: found.warehouses_areas_id,
    areaName: found.area?.name ?? '',
    shelf: found.warehouses_shelves_id ?? null,
    shelfName: found.shelf?.name ?? '',
    code: '',
  }
  if (isSame(spot, placeOf(row))) return null
  return (
    <Button size="large" long data-proposed={found.why} onClick={() => choose(spot)}>
      {t('clerk.putAt', { place: nameOf(spot) })} · {t(`clerk.whyThere.${found.why}`)}
    </Button>
  )
}

function Moving({
  task,
  warehouse,
  leave,
}: {
  task: MoveTask
  warehouse: ChosenWarehouse
  leave: () => void
}) {
  const { t } = useTranslation()
  const nameOf = useSpotName()
  const keep = useEnqueue()
  const spots = useSpots(warehouse.id)
  const { commands } = useSnapshot(clerkQueue.state)
  const [from, setFrom] = useState<Spot | null>(task === 'putAway' ? UNPLACED : null)
  const [product, setProduct] = useState<number | null>(null)
  const [row, setRow] = useState<Lying | null>(null)
  const [quantity, setQuantity] = useState('')
  const [to, setTo] = useState<Spot | null>(null)
  const { note, report, say } = useNote()
  const asked = from !== null || product !== null
  const fetched = useRemembered(
    `clerk lying ${JSON.stringify([warehouse.id, asked, from?.area, from?.shelf, product])}`,
    (signal) => (asked ? lying(warehouse, from, product, signal) : Promise.resolve(NOTHING)),
  )
  useTopics([`inventory:${warehouse.id}`], fetched.reload)
  const { reload } = fetched
  useEffect(() => clerkQueue.onDone((done) => done.path === MOVE && reload()), [reload])
  const { rows, all } = fetched.data ?? NOTHING
  // What is in hand may be none of the goods that are listed.
  const known = row && !rows.some(({ id }) => id === row.id) ? [row, ...rows] : rows
  useKnownProducts(rows.map(({ product_id }) => product_id))
  const movable = (one: Lying): string => movableOf(one, commands as readonly Queued[])

  const choose = (one: Lying, step: string): void => {
    const same = row?.id === one.id
    const next = same ? (decimal(step) ?? decimal('1')!).plus(decimal(quantity) ?? 0).toString() : step
    setRow(one)
    setQuantity(next)
    if (!same) setTo(null)
    const said = { name: one.product.name, quantity: next, day: one.expiry_date }
    report(!one.expired, t(one.expired ? 'clerk.countsExpired' : 'clerk.counts', said))
  }
  const tookSpot = (spot: Spot): void => {
    if (row) {
      if (isSame(spot, placeOf(row))) return report(false, t('clerk.samePlace'))
      setTo(spot)
      return report(true, t('clerk.goesTo', { place: nameOf(spot) }))
    }
    if (task === 'putAway') return report(false, t('clerk.productFirst'))
    setFrom(spot)
    setProduct(null)
    report(true, nameOf(spot))
  }
  const tookProduct = (scan: Scan, id: number | null, more: readonly Lying[] = []): void => {
    const shown = named(known, scan, id)
    const unshown = named(more, scan, id).filter((one) => from && isSame(from, placeOf(one)))
    const found = shown.length > 0 ? shown : unshown
    // A scan of what is in hand counts up.
    const one = found.find(({ id: same }) => same === row?.id) ?? (found.length === 1 ? found[0] : undefined)
    if (one) return choose(one, scan.quantity ?? '1')
    if (found.length > 1) {
      if (shown.length === 0) setProduct(id)
      return report(false, t('clerk.chooseOne'))
    }
    if (task === 'move' && from === null && id !== null) {
      setProduct(id)
      setRow(null)
      return report(true, t('clerk.choosePlace'))
    }
    report(false, t('clerk.notHere', { code: scan.raw }))
  }
  // The answer comes later: it is applied to the state as it is by then.
  const now = useRef({ tookSpot, tookProduct })
  now.current = { tookSpot, tookProduct }
  const lookUp = async (scan: Scan): Promise<() => void> => {
    const place = await findSpot(scan.raw)
    if (place && place.warehouse !== warehouse.id) return () => report(false, t('clerk.otherWarehouse'))
    if (place) return () => now.current.tookSpot(place.spot)
    const meaning = await findProduct(scan)
    if (!meaning) return () => report(false, unknownText(t, scan, 'clerk.unknownCode'))
    const { fault } = meaning
    if (fault) return () => report(false, faultText(t, meaning.product.name, fault))
    const { id } = meaning.product
    // The place has more goods than are listed.
    const unseen = from !== null && !all && named(known, meaning.scan, id).length === 0
    const more = unseen ? (await lying(warehouse, from, id)).rows : []
    return () => now.current.tookProduct(meaning.scan, id, more)
  }
  const scanned = (scan: Scan): void | Promise<() => void> => {
    const spot = spotOf(scan.raw, spots)
    if (spot) return tookSpot(spot)
    const seen = from === null || all ? { ...scan, batch: undefined } : scan
    // Lists of stock do not say how fine a unit is, nor which others a product has.
    if (!scan.measures && named(known, seen).length > 0) return tookProduct(scan, null)
    const meaning = knownMeaning(scan)
    if (meaning && !meaning.fault && named(known, seen, meaning.product.id).length > 0)
      return tookProduct(meaning.scan, meaning.product.id)
    return lookUp(scan).catch(() => () => report(false, t('clerk.noSignalFor', { code: scan.raw })))
  }

  const again = (): void => {
    if (from) setProduct(null)
    setRow(null)
    setQuantity('')
    setTo(null)
  }
  const over = row !== null && (decimal(quantity) ?? decimal('0')!).gt(decimal(movable(row)) ?? 0)
  const ready = row !== null && to !== null && !isWrong(quantity) && decimal(quantity)?.gt(0) && !over
  const send = async (): Promise<void> => {
    if (!row || !to) return
    const place = nameOf(to)
    const { name } = row.product
    const title = t('clerk.moveCommand', { action: t(`clerk.tasks.${task}`), name, quantity, place })
    if (!(await keep({ path: MOVE, body: moveBody(row, quantity.trim(), to), title }))) return
    again()
    say(t('clerk.moved', { name, place }))
  }
  const hint = row
    ? t('clerk.scanTarget')
    : t(task === 'putAway' || from ? 'clerk.scanProduct' : 'clerk.scanSource')

  return (
    <>
      <h2 className={classes.number}>
        {warehouse.name} <span className={classes.dim}>{from && nameOf(from)}</span>{' '}
        <Button type="text" onClick={leave}>
          {t('clerk.change')}
        </Button>
      </h2>
      <ScanBox note={note} hint={hint} scanned={scanned} />
      {task === 'move' && !row && (
        <SpotSelect
          label={t('clerk.fromPlace')}
          value={from}
          spots={[UNPLACED, ...spots]}
          choose={tookSpot}
        />
      )}
      {fetched.error && !fetched.data ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : asked && !fetched.data ? (
        <Waiting rows={4} />
      ) : (
        <ul className={classes.lines}>
          {(row ? [row] : rows).map((one) => (
            <li key={one.id} className={classes.line} data-last={row?.id === one.id}>
              <strong>{one.product.name}</strong>
              <span className={classes.dim}>
                {[one.product.product_no, one.product.spec].filter(Boolean).join(' · ')}
              </span>
              <span className={classes.place}>
                {nameOf({ areaName: one.area?.name ?? '', shelfName: one.shelf?.name ?? '' })}
              </span>
              {(one.batch_number || one.expiry_date) && (
                <span className={one.expired ? classes.warning : classes.dim}>
                  {[one.batch_number, one.expiry_date].filter(Boolean).join(' · ')}
                </span>
              )}
              {decimal(one.reserved_quantity)?.gt(0) && (
                <span className={classes.dim}>
                  {t('clerk.reserved', {
                    quantity: one.reserved_quantity,
                    unit: one.product.unit?.name ?? '',
                  })}
                </span>
              )}
              {row ? (
                <Amount
                  name={one.product.name ?? ''}
                  value={quantity}
                  most={{ words: t('clerk.here'), quantity: movable(one) }}
                  unit={one.product.unit?.name}
                  warns={over}
                  change={setQuantity}
                />
              ) : (
                <Button
                  size="large"
                  onClick={() => choose(one, movable(one))}
                  disabled={!decimal(movable(one))?.gt(0)}
                >
                  {t('clerk.take', { quantity: movable(one), unit: one.product.unit?.name ?? '' })}
                </Button>
              )}
              {row && over && <span className={classes.warning}>{t('clerk.tooMuch')}</span>}
            </li>
          ))}
        </ul>
      )}
      {asked && fetched.data && rows.length === 0 && !row && <Nothing text={t('clerk.nothingHere')} />}
      {row && task === 'putAway' && !to && (
        <ProposedSpot warehouse={warehouse.id} row={row} choose={tookSpot} />
      )}
      {row && (
        <SpotSelect
          label={t('clerk.toPlace')}
          value={to}
          spots={spots.filter((spot) => !isSame(spot, placeOf(row)))}
          choose={tookSpot}
        />
      )}
      {row && (
        <TaskFooter
          label={[t(`clerk.tasks.${task}`), to && nameOf(to)].filter(Boolean).join(' · ')}
          disabled={!ready}
          send={() => void send()}
          cancel={again}
        />
      )}
    </>
  )
}

/** Puts goods on shelves, or moves them from place to place, within one warehouse. */
export function MoveWork({ task }: { task: MoveTask }) {
  const [warehouse, setWarehouse] = useChosenWarehouse()
  if (!warehouse) return <WarehouseChoice choose={setWarehouse} />
  return (
    <Moving
      key={`${task} ${warehouse.id}`}
      task={task}
      warehouse={warehouse}
      leave={() => setWarehouse(null)}
    />
  )
}
