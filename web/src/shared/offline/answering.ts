/** What the service worker answers by itself, and from where. Without the browser's interfaces, for tests. */

/** What a build says about the files of the handheld page. */
export interface Build {
  /** Differs where a file or the page differs. */
  version: string
  /** Paths of hashed files. */
  files: readonly string[]
  /** The first script, which the page of this build names. */
  entry: string
}

/** Longest wait for the network before the kept page is answered, in milliseconds. */
const NETWORK_MS = 4_000

/** Caches of this worker begin so; the rest is the build's version. */
const CACHE_PREFIX = 'handheld '

export const cacheOf = ({ version }: Pick<Build, 'version'>): string => CACHE_PREFIX + version

/** The caches of other builds. */
export const outdated = (names: readonly string[], build: Pick<Build, 'version'> | null): string[] =>
  names.filter((name) => name.startsWith(CACHE_PREFIX) && (build === null || name !== cacheOf(build)))

interface Asked {
  method: string
  mode: string
  url: string
}

/**
 * Whether a request is for the page, for a file of the build, or none of the worker's business: calls of the API, files that
 * are not hashed, pages outside the scope.
 */
export function kindOf(asked: Asked, scope: string, files: ReadonlySet<string>): 'page' | 'file' | 'other' {
  const [url, own] = [new URL(asked.url), new URL(scope)]
  if (asked.method !== 'GET' || url.origin !== own.origin) return 'other'
  // A link to the API says so: its answer is a file to save.
  if (asked.mode === 'navigate')
    return url.pathname.startsWith(own.pathname) && url.searchParams.get('server') !== '1' ? 'page' : 'other'
  return files.has(url.pathname) && url.search === '' ? 'file' : 'other'
}

/** The network's answer; what was kept if there is none in time. Without anything kept, the network has the last word. */
export async function networkFirst<A>(
  network: Promise<A>,
  kept: () => Promise<A | undefined>,
  limitMs = NETWORK_MS,
): Promise<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), limitMs)
  })
  const inTime = await Promise.race([network.catch(() => null), late])
  clearTimeout(timer)
  return inTime ?? (await kept().catch(() => undefined)) ?? network
}
