import { proxy, subscribe } from 'valtio'

export interface Tab {
  name: string
  /** The last address within it, with its filters. */
  to: string
  /** Incremented to remount the page. */
  revision: number
}

/** Most tabs; the least recently used one is closed first. */
export const MAX_TABS = 24
const KEY = 'storeTabViewConfig'

interface TabState {
  open: Tab[]
  /** Only the page: no menu, no header. */
  fullScreen: boolean
}

function wasFull(): boolean {
  try {
    return (
      (JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<TabState>).fullScreen === true
    )
  } catch {
    return false
  }
}

export const tabs = proxy<TabState>({ open: [], fullScreen: wasFull() })
subscribe(tabs, () => globalThis.localStorage?.setItem(KEY, JSON.stringify({ fullScreen: tabs.fullScreen })))

export function visit(name: string, to: string): void {
  const known = tabs.open.find((tab) => tab.name === name)
  if (known) {
    if (known.to !== to) known.to = to
    return
  }
  tabs.open.push({ name, to, revision: 0 })
  if (tabs.open.length > MAX_TABS) tabs.open.shift()
}

export function reload(name: string): void {
  const tab = tabs.open.find((one) => one.name === name)
  if (tab) tab.revision += 1
}

/** Closes it and says where to go if it was the one in front. The last one stays. */
export function close(name: string): string | undefined {
  const at = tabs.open.findIndex((tab) => tab.name === name)
  if (at < 0 || tabs.open.length === 1) return undefined
  tabs.open.splice(at, 1)
  return tabs.open[Math.min(at, tabs.open.length - 1)]?.to
}

export function closeOthers(name: string): void {
  tabs.open = tabs.open.filter((tab) => tab.name === name)
}

/** All but the first page, which is where one then is. */
export function closeAll(home: { name: string; to: string } | undefined): void {
  const kept = home && tabs.open.find((tab) => tab.name === home.name)
  tabs.open = kept ? [kept] : home ? [{ ...home, revision: 0 }] : []
}

/** Puts a tab at another place; false when there is no such place. */
export function move(name: string, to: number): boolean {
  const from = tabs.open.findIndex((tab) => tab.name === name)
  if (from < 0 || to < 0 || to >= tabs.open.length) return false
  const [tab] = tabs.open.splice(from, 1)
  if (tab) tabs.open.splice(to, 0, tab)
  return true
}

export function forgetTabs(): void {
  tabs.open = []
}
