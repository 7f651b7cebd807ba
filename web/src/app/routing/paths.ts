import { ADMIN_BASE } from '@/shared/base'

export interface Destination {
  path: string
  query: Record<string, string>
}

export const LOGIN = `${ADMIN_BASE}/login`
/** Where a password that somebody else has set is changed before anything else. */
export const PASSWORD = `${ADMIN_BASE}/password`
export const LOADING = `${ADMIN_BASE}/loading`
export const IFRAME = `${ADMIN_BASE}/iframe`

/** A name or path of a rule, below where the back office begins. */
export const adminPath = (path: string): string => `${ADMIN_BASE}/${path.replace(/^\/+/, '')}`

/** The loading route with its target. Dots are encoded, because the server takes a path with one for a file. */
export function loadingPath(pathname: string, search: string): string {
  const to: Destination = { path: pathname, query: Object.fromEntries(new URLSearchParams(search)) }
  return `${LOADING}/${encodeURIComponent(JSON.stringify(to)).replace(/\./g, '%2E')}`
}

/** What the loading route carries. */
export function loadingParameter(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname.slice(LOADING.length + 1))
  } catch {
    return undefined
  }
}

/** The target of the loading route; only within the back office, and not the loading route itself. */
export function destination(parameter: string | undefined, base = ADMIN_BASE): string | null {
  if (!parameter) return null
  try {
    const { path, query } = JSON.parse(parameter) as Partial<Destination>
    if (typeof path !== 'string' || !path.startsWith(`${base}/`) || /[\\]|\/\//.test(path)) return null
    if ([`${base}/loading`, `${base}/login`].some((own) => path === own || path.startsWith(`${own}/`)))
      return null
    const search = new URLSearchParams(
      Object.entries(query ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    ).toString()
    return search ? `${path}?${search}` : path
  } catch {
    return null
  }
}

export const iframePath = (url: string): string =>
  `${IFRAME}/${encodeURIComponent(url).replace(/\./g, '%2E')}`

/** The address a page frame shows, if the path is one of them. */
export function framedUrl(pathname: string): string | null {
  if (!pathname.startsWith(`${IFRAME}/`)) return null
  try {
    return decodeURIComponent(pathname.slice(IFRAME.length + 1))
  } catch {
    return null
  }
}
