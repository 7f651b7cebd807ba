import { proxy } from 'valtio'

export interface Tab {
  name: string
  /** Where one last was within it, filters included. */
  to: string
}

export const tabs = proxy<{ open: Tab[]; reload: number }>({ open: [], reload: 0 })

export function visit(name: string, to: string): void {
  const known = tabs.open.find((tab) => tab.name === name)
  if (known) known.to = to
  else tabs.open.push({ name, to })
}

/** Closes it and says where to go if it was the one in front. */
export function close(name: string): string | undefined {
  const at = tabs.open.findIndex((tab) => tab.name === name)
  if (at < 0 || tabs.open.length === 1) return undefined
  tabs.open.splice(at, 1)
  return tabs.open[Math.min(at, tabs.open.length - 1)]?.to
}

export function closeOthers(name: string): void {
  tabs.open = tabs.open.filter((tab) => tab.name === name)
}
