import { proxy, snapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { session } from '@/shared/session/store'
import { loadStored, store, type Change } from './viewApi'

export type Density = 'default' | 'middle' | 'small'

export interface View {
  /** Columns in the reader's own order; those that are not named follow in theirs. */
  order: string[]
  /** Shown or hidden against the declaration. */
  shown: Record<string, boolean>
  /** Pixels, of columns that the reader has drawn wider or narrower. */
  widths: Record<string, number>
}

interface Views {
  density: Density
  of: Record<string, View>
  /** Columns that have no room now, by list: not kept. */
  leftOut: Record<string, readonly string[]>
}

/** Before there was one for each person. */
const FORMER_KEY = 'resourceViews'
const USUAL: Density = 'middle'
const SAVE_MS = 500
export const WIDTH_MIN = 48
export const WIDTH_MAX = 800

/** The lists of the person who is signed in: columns, their order and width, and the row height. Kept with the account. */
export const views = proxy<Views>({ density: USUAL, of: {}, leftOut: {} })

const keyOf = (person: number): string => `listViews ${person}`

interface Copy {
  density?: Density
  of?: Record<string, Partial<View>>
}

function take({ density, of }: Copy): void {
  views.density = density ?? USUAL
  views.of = Object.fromEntries(
    Object.entries(of ?? {}).map(([list, { order = [], shown = {}, widths = {} }]) => [
      list,
      { order, shown, widths },
    ]),
  )
}

/** What this browser last knew of a person's lists, so that they do not jump when the node answers. */
function copyOf(person: number): Copy {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(keyOf(person)) ?? '{}') as Copy
  } catch {
    return {}
  }
}

function copy(): void {
  if (!owner) return
  const { density, of } = snapshot(views)
  try {
    globalThis.localStorage?.setItem(keyOf(owner), JSON.stringify({ density, of }))
  } catch {
    // Storage is forbidden or full: the account has it.
  }
}

let owner: number | undefined
/** Changes that were not sent yet, by what they change. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>()

/** Takes the lists of whoever is signed in. A change that is still waiting belongs to the one before. */
function ownerChanged(): void {
  const next = session.admin?.id
  if (next === owner) return
  for (const { timer } of waiting.values()) clearTimeout(timer)
  waiting.clear()
  owner = next
  take(next ? copyOf(next) : {})
  if (!next) return
  loadStored().then(
    ({ density, views: of }) => {
      // Whoever has changed something meanwhile keeps it.
      if (owner !== next || waiting.size > 0) return
      take({ density: (density ?? undefined) as Density | undefined, of })
      copy()
    },
    // No signal: what this browser knows holds.
    () => undefined,
  )
}
globalThis.localStorage?.removeItem(FORMER_KEY)
ownerChanged()
subscribeKey(session, 'admin', ownerChanged, true)

/** Sends a change once no other of the same thing has followed it for a moment. */
function keep(what: string, change: () => Change): void {
  copy()
  if (!owner) return
  clearTimeout(waiting.get(what)?.timer)
  const send = (): void => {
    waiting.delete(what)
    store(change()).catch(() => undefined)
  }
  waiting.set(what, { timer: setTimeout(send, SAVE_MS), send })
}
globalThis.addEventListener?.('pagehide', () => {
  for (const { timer, send } of waiting.values()) {
    clearTimeout(timer)
    send()
  }
})

const isEmpty = ({ order, shown, widths }: View): boolean =>
  order.length === 0 && Object.keys(shown).length === 0 && Object.keys(widths).length === 0

function changeView(list: string, change: (view: View) => void): void {
  views.of[list] ??= { order: [], shown: {}, widths: {} }
  change(views.of[list])
  if (isEmpty(views.of[list])) delete views.of[list]
  keep(`view ${list}`, () => ({ list, view: views.of[list] ? (snapshot(views).of[list] as View) : null }))
}

export function setDensity(density: Density): void {
  views.density = density
  keep('density', () => ({ density: views.density }))
}

export const showColumn = (list: string, key: string, shown: boolean): void =>
  changeView(list, (view) => {
    view.shown[key] = shown
  })

/** Null for as wide as what is in it. */
export const setWidth = (list: string, key: string, width: number | null): void =>
  changeView(list, ({ widths }) => {
    if (width === null) delete widths[key]
    else widths[key] = Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)))
  })

export const resetView = (list: string): void =>
  changeView(list, (view) => Object.assign(view, { order: [], shown: {}, widths: {} }))

/** Moves a column one place to the left or to the right. */
export function moveColumn(list: string, keys: readonly string[], key: string, by: -1 | 1): void {
  const at = keys.indexOf(key)
  const to = at + by
  if (at < 0 || to < 0 || to >= keys.length) return
  const order = [...keys]
  order.splice(at, 1)
  order.splice(to, 0, key)
  changeView(list, (view) => {
    view.order = order
  })
}

interface Wish {
  readonly order: readonly string[]
  readonly shown: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
}

/** A column, and what the reader wants of it. */
interface Arranged<T> {
  column: T
  shown: boolean
  /** The reader has said that it is shown: it never makes room. */
  wanted: boolean
}

/** Columns as the reader wants them. */
export function arranged<T extends { key: string; hidden?: boolean }>(
  columns: readonly T[],
  view: Wish | undefined,
): Arranged<T>[] {
  const place = (key: string): number => {
    const at = view?.order.indexOf(key) ?? -1
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  return columns
    .map((column, index) => ({
      column,
      index,
      place: place(column.key),
      shown: view?.shown[column.key] ?? !column.hidden,
      wanted: view?.shown[column.key] === true,
    }))
    .sort((a, b) => (a.place === b.place ? a.index - b.index : a.place - b.place))
    .map(({ column, shown, wanted }) => ({ column, shown, wanted }))
}
