import type { ComponentType } from 'react'

/** A page of the back office that is told by a declared resource. */
export interface ResourcePageEntry {
  load: () => Promise<{ default: ComponentType<{ name: string }> }>
  /** Groups of words that it needs. */
  texts: readonly string[]
}

/** Any declared resource; the page gets its menu rule's name (or its controller) as `name`. */
export const anyResource: ResourcePageEntry = {
  load: () => import('@/features/records/RecordsPage'),
  texts: ['resource'],
}

/** Resources with a page of their own, by their menu rule's name in lower case. */
const own: Readonly<Record<string, ResourcePageEntry>> = {}

/** The page of a menu rule or controller; `anyResource` for what has none of its own. */
export function resourcePage(name: string): ResourcePageEntry {
  return own[name.replace('.', '/').toLowerCase()] ?? anyResource
}

/** Menu rules that have a page of their own. */
export const ownPages: readonly string[] = Object.keys(own)
