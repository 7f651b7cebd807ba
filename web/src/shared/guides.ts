import { ADMIN_BASE, isAdminPath } from './base'
import guides from './guides.json'

/**
 * Every guide with its steps and the pages that each step is about: names of menu rules, or addresses of the site. From the
 * first one a step leads to its page; `?` in the head of each leads to the step.
 */
export const GUIDES: Readonly<Record<Job, Readonly<Record<string, readonly string[]>>>> = guides

export type Job = keyof typeof guides
export const JOBS = Object.keys(guides) as readonly Job[]

/** Pages that lead to the list of all guides. */
const TO_ALL = 'dashboard'

const STEPS = new Map(
  JOBS.flatMap((job) =>
    Object.entries(GUIDES[job]).flatMap(([step, pages]) =>
      pages.map((page) => [page.toLowerCase(), `${job}#${step}`] as const),
    ),
  ),
)

/** Where the guide to the page at a path is: of the page itself, or of the nearest one above it. */
export function guideOf(pathname: string, base = ADMIN_BASE): string | null {
  const inside = isAdminPath(pathname, base)
  let here = (inside ? pathname.slice(base.length + 1) : pathname).toLowerCase().replace(/\/+$/, '')
  if (inside && here === TO_ALL) return `${base}/guide`
  while (here) {
    const step = STEPS.get(here)
    if (step) return inside ? `${base}/guide/${step}` : `/user/guide${step.slice(step.indexOf('#'))}`
    here = here.slice(0, Math.max(0, here.lastIndexOf('/')))
  }
  return null
}
