import { Button, Input, Tag } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { folded } from '@/shared/folded'
import { http, type Schema } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import { decimal } from '@/shared/number/decimal'
import { findProduct, type FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { Amount, isWrong } from './Amount'
import { BatchDates } from './BatchDates'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import type { Queued } from './commandStore'
import {
  COUNT,
  isOpen,
  lineOf,
  type Found as Meant,
  plus,
  spotOfLine,
  waitingOf,
  type SheetLine,
} from './counted'
import { useCounts } from './counts'
import { TaskFooter } from './TaskFooter'
import { findSpot, isSame, spotOf, UNPLACED, useSpots, type Spot } from './places'
import { ScanBox } from './ScanBox'
import { SpotSelect, useSpotName } from './SpotSelect'
import { useEnqueue } from './useEnqueue'
import { useNote } from './useNote'

type Sheet = Schema<'CountView'>

/** Lines of one answer, and of a sheet. */
const LIMIT = 200
const LINES_MAX = 5_000
/** Lines that are drawn; the next come when these are counted, or by scanning a place. */
const DRAWN = 40

async function load(id: number, signal: AbortSignal): Promise<{ sheet: Sheet; lines: SheetLine[] }> {
  const { row } = await http.get('/admin/warehouse.StockCount/detail', { id }, signal)
  const lines: SheetLine[] = []
  for (let page = 1; lines.length < LINES_MAX; page++) {
    const params = { id, view: 'all', page, limit: LIMIT }
    const { list } = await http.get('/admin/warehouse.StockCount/lines', params, signal)
    lines.push(...list)
    if (list.length < LIMIT) break
  }
  return { sheet: row, lines }
}

/** Goods at a place that the sheet does not name. */
interface FoundGoods {
  product: FoundProduct
  spot: Spot
  batch: string
  /** `YYYY-MM-DD`; empty: not known. */
  produce: string
  expiry: string
  quantity: string
}

function Counting({
  sheet,
  lines,
  reload,
}: {
  sheet: Sheet
  lines: readonly SheetLine[]
  reload: () => void
}) {
  const { t } = useTranslation()
  const nameOf = useSpotName()
  const keep = useEnqueue()
  const spots = useSpots(sheet.warehouses_id)
  const [counts, setCounts] = useCounts(`count ${sheet.id}`)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [last, setLast] = useState<number | null>(null)
  const [found, setFound] = useState<FoundGoods | null>(null)
  const { note, report, say } = useNote()
  const { commands } = useSnapshot(clerkQueue.state)
  const waiting = waitingOf(commands as readonly Queued[], sheet.id)

  useEffect(
    () => clerkQueue.onDone((done) => done.path === COUNT && done.body.id === sheet.id && reload()),
    [sheet.id, reload],
  )

  const tookSpot = (place: Spot): void => {
    setSpot(place)
    report(true, nameOf(place))
  }
  const tookLine = (meant: Meant, scan: Scan): void => {
    if (meant.kind !== 'line') return report(false, t(spot ? 'clerk.batchFirst' : 'clerk.placeFirst'))
    const { line, product } = meant.line
    const quantity = plus(counts[line], scan.quantity)
    setCounts({ ...counts, [line]: quantity })
    setLast(line)
    report(true, t('clerk.counts', { name: product.name, quantity }))
  }
  const tookProduct = (scan: Scan, product: FoundProduct): void => {
    const meant = lineOf(lines, scan, spot, product.id)
    if (meant.kind !== 'none' || !spot) return tookLine(meant, scan)
    const { batch = '', produced = '', expires = '', quantity } = scan
    const same =
      found?.product.id === product.id && folded(found.batch) === folded(batch) && isSame(found.spot, spot)
    setFound({
      product,
      spot,
      batch,
      produce: (same && found.produce) || produced,
      expiry: (same && found.expiry) || expires,
      quantity: plus(same ? found.quantity : undefined, quantity),
    })
    report(true, t('clerk.foundHere', { name: product.name }))
  }
  // What was looked up meets the state of then.
  const now = useRef({ tookSpot, tookProduct })
  now.current = { tookSpot, tookProduct }
  const lookUp = async (scan: Scan): Promise<() => void> => {
    const place = await findSpot(scan.raw)
    if (place && place.warehouse !== sheet.warehouses_id)
      return () => report(false, t('clerk.otherWarehouse'))
    if (place) return () => now.current.tookSpot(place.spot)
    const meaning = await findProduct(scan)
    if (!meaning) return () => report(false, t('clerk.unknownCode', { code: scan.raw }))
    return () => now.current.tookProduct(meaning.scan, meaning.product)
  }
  const scanned = (scan: Scan): void | Promise<() => void> => {
    const place = spotOf(scan.raw, spots)
    if (place) return tookSpot(place)
    const meant = lineOf(lines, scan, spot)
    if (meant.kind !== 'none') return tookLine(meant, scan)
    return lookUp(scan).catch(() => () => report(false, t('clerk.noSignalFor', { code: scan.raw })))
  }

  const title = (name: string | null | undefined, quantity: string): string =>
    t('clerk.countCommand', { number: sheet.count_no, name: name ?? '', quantity })
  const chosen = lines.filter(({ line }) => decimal(counts[line] ?? '') !== null)
  const wrong = chosen.some(({ line, product }) => isWrong(counts[line] ?? '', product.decimals ?? undefined))
  const save = async (): Promise<void> => {
    const left: Record<number, string> = { ...counts }
    for (const { line, product } of chosen) {
      const quantity = (counts[line] ?? '').trim()
      const body = { id: sheet.id, line, quantity }
      if (!(await keep({ path: COUNT, body, title: title(product.name, quantity) }))) return
      delete left[line]
      setCounts({ ...left })
    }
    say('')
  }
  const saveFound = async (): Promise<void> => {
    if (!found) return
    const { product, batch, produce, expiry, quantity } = found
    const body = {
      id: sheet.id,
      product_id: product.id,
      warehouses_areas_id: found.spot.area,
      warehouses_shelves_id: found.spot.shelf,
      batch_number: batch.trim() || null,
      produce_date: produce || null,
      expiry_date: expiry || null,
      quantity: quantity.trim(),
    }
    if (await keep({ path: COUNT, body, title: title(product.name, quantity) })) setFound(null)
  }

  const here = spot ? lines.filter((line) => isSame(spotOfLine(line), spot)) : lines
  const shown = here.filter(
    (line) => spot !== null || isOpen(line, waiting) || counts[line.line] !== undefined,
  )
  const open = lines.filter((line) => isOpen(line, waiting)).length
  return (
    <>
      <h2 className={classes.number}>
        {sheet.count_no} <span className={classes.dim}>{sheet.warehouses?.name}</span>
      </h2>
      <span className={classes.dim}>{t('clerk.leftToCount', { count: open })}</span>
      <ScanBox note={note} hint={t(spot ? 'clerk.scanProduct' : 'clerk.scanPlace')} scanned={scanned} />
      <SpotSelect label={t('clerk.place')} value={spot} spots={[UNPLACED, ...spots]} choose={tookSpot} />
      {spot && (
        <Button size="large" onClick={() => setSpot(null)}>
          {t('clerk.allPlaces')}
        </Button>
      )}
      {found && (
        <div className={classes.line} data-last>
          <strong>{t('clerk.foundHere', { name: found.product.name })}</strong>
          <span className={classes.place}>{nameOf(found.spot)}</span>
          <Input
            size="large"
            aria-label={t('clerk.batch')}
            placeholder={t('clerk.batch')}
            maxLength={64}
            value={found.batch}
            onChange={(batch) => setFound({ ...found, batch })}
          />
          <BatchDates
            name={found.product.name}
            produced={found.produce}
            expires={found.expiry}
            change={({ produced, expires }) => setFound({ ...found, produce: produced, expiry: expires })}
          />
          <Amount
            name={found.product.name}
            value={found.quantity}
            unit={found.product.unit?.name}
            decimals={found.product.unit?.decimals}
            change={(quantity) => setFound({ ...found, quantity })}
          />
          <div className={classes.ways}>
            <Button size="large" onClick={() => setFound(null)}>
              {t('common.cancel')}
            </Button>
            <Button
              size="large"
              type="primary"
              disabled={
                !decimal(found.quantity)?.gt(0) || isWrong(found.quantity, found.product.unit?.decimals)
              }
              onClick={() => void saveFound()}
            >
              {t('clerk.saveFound')}
            </Button>
          </div>
        </div>
      )}
      {shown.length === 0 ? (
        <Nothing text={t(spot ? 'clerk.nothingHere' : 'clerk.allCounted')} />
      ) : (
        <ul className={classes.lines}>
          {shown.slice(0, DRAWN).map((line) => {
            const name = line.product.name ?? `#${line.product_id}`
            const sent = waiting[line.line] ?? line.quantity
            return (
              <li
                key={line.line}
                className={classes.line}
                data-last={last === line.line}
                data-line={line.line}
              >
                <strong>{name}</strong>
                <span className={classes.dim}>
                  {[line.product.product_no, line.product.spec, line.batch_number, line.expiry_date]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className={classes.place}>
                  {nameOf({ areaName: line.area?.name ?? '', shelfName: line.shelf?.name ?? '' })}{' '}
                  {line.recount && <Tag color="orange">{t('clerk.again')}</Tag>}{' '}
                  {sent != null && !isOpen(line, waiting) && (
                    <Tag color="green">{t('clerk.isCounted', { quantity: sent })}</Tag>
                  )}
                </span>
                <Amount
                  name={name}
                  value={counts[line.line] ?? ''}
                  unit={line.product.unit?.name}
                  decimals={line.product.decimals ?? undefined}
                  most={
                    line.book_quantity == null
                      ? undefined
                      : { words: t('clerk.inBooks'), quantity: line.book_quantity }
                  }
                  change={(quantity) => {
                    const next: Record<number, string> = { ...counts, [line.line]: quantity }
                    if (quantity === '') delete next[line.line]
                    setCounts(next)
                  }}
                />
              </li>
            )
          })}
        </ul>
      )}
      {shown.length > DRAWN && (
        <span className={classes.dim}>{t('clerk.moreLines', { count: shown.length - DRAWN })}</span>
      )}
      <TaskFooter
        label={t('clerk.saveCounts', { count: chosen.length })}
        disabled={chosen.length === 0 || wrong}
        send={() => void save()}
      />
    </>
  )
}

/** Fills in a count sheet by scanning: the place, then what lies there. */
export function CountWork({ id }: { id: number }) {
  const fetched = useFetched(`clerk count ${id}`, (signal) => load(id, signal))
  useTopics(['resource:warehouse.StockCount'], fetched.reload)
  const { data } = fetched
  if (data) return <Counting sheet={data.sheet} lines={data.lines} reload={fetched.reload} />
  if (fetched.error) return <Problem error={fetched.error} retry={fetched.reload} />
  return <Waiting rows={8} />
}
