import { Button, Tag } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { folded } from '@/shared/folded'
import { http, type Schema } from '@/shared/http'
import { useTopics } from '@/shared/hooks/useTopics'
import { findProduct, knownMeaning, type FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { faultText, unknownText } from '@/shared/scan/faultText'
import { understood } from '@/shared/scan/measure'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import {
  isBlank,
  isWrong,
  NO_PARTS,
  partsText,
  sentParts,
  sumOf,
  withScan,
  type Parts,
} from '@/shared/units/parts'
import { countedIn } from '@/shared/units/units'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import type { Queued } from './commandStore'
import { CountAmounts } from './CountAmounts'
import {
  asksAgain,
  COUNT,
  isOpen,
  lineOf,
  type Found as Meant,
  spotOfLine,
  waitingOf,
  type SheetLine,
} from './counted'
import { useSheetCounts, type SheetCounts } from './counts'
import { FoundHere, type FoundGoods } from './FoundHere'
import { findSpot, isSame, spotOf, UNPLACED, useSpots, type Spot } from './places'
import { ScanBox } from './ScanBox'
import { SpotSelect, useSpotName } from './SpotSelect'
import { SubmitSheet } from './SubmitSheet'
import { TaskFooter } from './TaskFooter'
import { useEnqueue } from './useEnqueue'
import { useKnownProducts } from './useKnownProducts'
import { useNote } from './useNote'
import { useRemembered } from './useRemembered'

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

/** The counts with those of a line; one that says nothing is none. */
function withLine(counts: SheetCounts, line: number, counted: Parts): SheetCounts {
  const next: Record<number, Parts> = { ...counts, [line]: counted }
  if (isBlank(counted) && counted.length === 1) delete next[line]
  return next
}

function Counting({
  sheet,
  lines,
  reload,
  submitted,
}: {
  sheet: Sheet
  lines: readonly SheetLine[]
  reload: () => void
  submitted: () => void
}) {
  const { t } = useTranslation()
  const nameOf = useSpotName()
  const keep = useEnqueue()
  const spots = useSpots(sheet.warehouses_id)
  const [counts, setCounts] = useSheetCounts(sheet.id)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [last, setLast] = useState<number | null>(null)
  const [found, setFound] = useState<FoundGoods | null>(null)
  const { note, report, say } = useNote()
  const { commands } = useSnapshot(clerkQueue.state)
  const waiting = waitingOf(commands as readonly Queued[], sheet.id, lines)

  useEffect(
    () =>
      clerkQueue.onDone((done, answer) => {
        if (done.path !== COUNT || done.body.id !== sheet.id) return
        // A blind sheet says no more than that: the quantity in the books stays hidden.
        if (asksAgain(answer)) report(false, t('clerk.countDiffers', { title: done.title }))
        reload()
      }),
    [sheet.id, reload, report, t],
  )

  useKnownProducts(lines.map(({ product_id }) => product_id))

  const tookSpot = (place: Spot): void => {
    setSpot(place)
    report(true, nameOf(place))
  }
  const tookLine = (meant: Meant, scan: Scan): void => {
    if (meant.kind !== 'line') return report(false, t(spot ? 'clerk.batchFirst' : 'clerk.placeFirst'))
    const { line, product } = meant.line
    const units = countedIn(product)
    const taken = understood(scan, units)
    if ('fault' in taken) return report(false, faultText(t, product.name ?? '', taken.fault))
    const counted = withScan(counts[line] ?? NO_PARTS, taken.scan, units)
    setCounts({ ...counts, [line]: counted })
    setLast(line)
    report(true, t('clerk.counts', { name: product.name, quantity: partsText(counted, units) }))
  }
  const tookProduct = (scan: Scan, product: FoundProduct): void => {
    const meant = lineOf(lines, scan, spot, product.id)
    if (meant.kind !== 'none' || !spot) return tookLine(meant, scan)
    const { batch = '', produced = '', expires = '' } = scan
    const same =
      found?.product.id === product.id && folded(found.batch) === folded(batch) && isSame(found.spot, spot)
    setFound({
      product,
      spot,
      batch,
      produce: (same && found.produce) || produced,
      expiry: (same && found.expiry) || expires,
      counted: withScan(same ? found.counted : NO_PARTS, scan, countedIn(product)),
    })
    report(true, t('clerk.foundHere', { name: product.name }))
  }
  // The answer comes later: it is applied to the state as it is by then.
  const now = useRef({ tookSpot, tookProduct })
  now.current = { tookSpot, tookProduct }
  const lookUp = async (scan: Scan): Promise<() => void> => {
    const place = await findSpot(scan.raw)
    if (place && place.warehouse !== sheet.warehouses_id)
      return () => report(false, t('clerk.otherWarehouse'))
    if (place) return () => now.current.tookSpot(place.spot)
    const meaning = await findProduct(scan)
    if (!meaning) return () => report(false, unknownText(t, scan, 'clerk.unknownCode'))
    const { fault } = meaning
    if (fault) return () => report(false, faultText(t, meaning.product.name, fault))
    return () => now.current.tookProduct(meaning.scan, meaning.product)
  }
  const scanned = (scan: Scan): void | Promise<() => void> => {
    const place = spotOf(scan.raw, spots)
    if (place) return tookSpot(place)
    const meant = lineOf(lines, scan, spot)
    if (meant.kind !== 'none') return tookLine(meant, scan)
    const known = knownMeaning(scan)
    if (known && !known.fault && lineOf(lines, known.scan, spot, known.product.id).kind !== 'none')
      return tookProduct(known.scan, known.product)
    return lookUp(scan).catch(() => () => report(false, t('clerk.noSignalFor', { code: scan.raw })))
  }

  const title = (name: string | null | undefined, quantity: string): string =>
    t('clerk.countCommand', { number: sheet.count_no, name: name ?? '', quantity })
  const countedOf = ({ line }: SheetLine): Parts => counts[line] ?? NO_PARTS
  const chosen = lines.filter((one) => sumOf(countedOf(one), countedIn(one.product)) !== null)
  const wrong = chosen.some((one) => isWrong(countedOf(one), countedIn(one.product)))
  const save = async (): Promise<void> => {
    const left: Record<number, Parts> = { ...counts }
    // What the node answers is said after this.
    say('')
    for (const one of chosen) {
      const { line, product } = one
      const body = { id: sheet.id, line, ...sentParts(countedOf(one)) }
      const text = partsText(countedOf(one), countedIn(product))
      if (!(await keep({ path: COUNT, body, title: title(product.name, text) }))) return
      delete left[line]
      setCounts({ ...left })
    }
  }
  const saveFound = async ({ product, spot, batch, produce, expiry, counted }: FoundGoods): Promise<void> => {
    const body = {
      id: sheet.id,
      product_id: product.id,
      warehouses_areas_id: spot.area,
      warehouses_shelves_id: spot.shelf,
      batch_number: batch.trim() || null,
      produce_date: produce || null,
      expiry_date: expiry || null,
      ...sentParts(counted),
    }
    const text = partsText(counted, countedIn(product))
    if (await keep({ path: COUNT, body, title: title(product.name, text) })) setFound(null)
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
        <FoundHere
          found={found}
          change={setFound}
          close={() => setFound(null)}
          save={() => void saveFound(found)}
        />
      )}
      {shown.length === 0 ? (
        <Nothing
          text={t(spot ? 'clerk.nothingHere' : lines.length === 0 ? 'clerk.emptySheet' : 'clerk.allCounted')}
        />
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
                <CountAmounts
                  name={name}
                  product={countedIn(line.product)}
                  parts={countedOf(line)}
                  most={
                    line.book_quantity == null
                      ? undefined
                      : { words: t('clerk.inBooks'), quantity: line.book_quantity }
                  }
                  change={(counted) => setCounts(withLine(counts, line.line, counted))}
                />
              </li>
            )
          })}
        </ul>
      )}
      {shown.length > DRAWN && (
        <span className={classes.dim}>{t('clerk.moreLines', { count: shown.length - DRAWN })}</span>
      )}
      {chosen.length === 0 && Object.keys(waiting).length === 0 && sheet.counted_count > 0 ? (
        <SubmitSheet sheet={sheet} open={open} done={submitted} />
      ) : (
        <TaskFooter
          label={t('clerk.saveCounts', { count: chosen.length })}
          disabled={chosen.length === 0 || wrong}
          send={() => void save()}
        />
      )}
    </>
  )
}

/** Fills in a count sheet by scanning: the place, then what lies there. */
export function CountWork({ id, submitted }: { id: number; submitted: () => void }) {
  const fetched = useRemembered(`clerk count ${id}`, (signal) => load(id, signal))
  useTopics(['resource:warehouse.StockCount'], fetched.reload)
  const { data } = fetched
  if (data)
    return <Counting sheet={data.sheet} lines={data.lines} reload={fetched.reload} submitted={submitted} />
  if (fetched.error) return <Problem error={fetched.error} retry={fetched.reload} />
  return <Waiting rows={8} />
}
