import { useEffect, useMemo, useState } from 'react'
import { folded } from '@/shared/folded'
import { adminPath } from '../../routing/paths'
import type { Entry } from '../../routing/rules'
import { search } from './pages'
import { SOURCES, type Hit } from './sources'

/** Wait after a letter: who types on asks once. */
const PAUSE_MS = 180
/** Shorter texts fit almost everything; an ideograph is a word. */
const LONG_ENOUGH = /[\u2e80-\uffff]|../u
/** Pages that stand beside other things. */
const PAGES = 5

export interface Group {
  /** Key of its entry: a page's name, or empty for what a code stands for. */
  key: string
  /** Null where the title is the shell's own. */
  title: string | null
  hits: Hit[]
}

interface Found {
  groups: Group[]
  /** Some answers are still under way. */
  busy: boolean
  /** Of some kinds there is no answer, so that nothing found doesn't mean that there is nothing. */
  failed: boolean
}

/** What was typed, once no letter has come for a moment. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** Pages and rows that fit what was typed. */
export function useFound(entries: readonly Entry[], typed: string): Found {
  const sought = useSettled(typed.trim())
  const [answers, setAnswers] = useState<{ sought: string; hits: ReadonlyMap<string, Hit[] | null> }>({
    sought: '',
    hits: new Map(),
  })
  const sources = useMemo(
    () =>
      SOURCES.filter(
        ({ page }) => page === '' || entries.some(({ name }) => name.toLowerCase() === page.toLowerCase()),
      ),
    [entries],
  )
  const asks = LONG_ENOUGH.test(sought)
  useEffect(() => {
    if (!asks) return undefined
    const ending = new AbortController()
    setAnswers({ sought, hits: new Map() })
    const arrived = (page: string, hits: Hit[] | null): void => {
      if (ending.signal.aborted) return
      setAnswers((before) => ({ sought, hits: new Map(before.hits).set(page, hits) }))
    }
    for (const { page, find } of sources)
      find(sought, ending.signal).then(
        (hits) => arrived(page, hits),
        () => arrived(page, null),
      )
    return () => ending.abort()
  }, [asks, sought, sources])
  return useMemo(() => {
    const pages = search(entries, typed).map((entry) => ({
      to: entry.home,
      name: entry.title,
      about: entry.trail.join(' / '),
    }))
    const rows = asks && answers.sought === sought ? answers.hits : new Map<string, Hit[] | null>()
    const seen = new Set<string>()
    const groups = sources.flatMap(({ page }): Group[] => {
      // What a code stands for is not shown twice.
      const hits = (rows.get(page) ?? []).filter(({ to }) => !seen.has(to) && seen.add(to))
      const title = entries.find(({ name }) => name.toLowerCase() === page.toLowerCase())?.title ?? null
      return hits.length > 0 ? [{ key: page, title, hits }] : []
    })
    const first: Group = {
      key: 'pages',
      title: null,
      hits: asks && groups.length > 0 ? pages.slice(0, PAGES) : pages,
    }
    // Who types how a page begins goes there; rows that arrive later don't come between.
    const isPage = first.hits.some(({ name, to }) =>
      [name, to.replace(adminPath(''), '')].some((text) => folded(text).startsWith(folded(typed))),
    )
    const parts = isPage ? [first, ...groups] : [...groups, first]
    return {
      groups: parts.filter(({ hits }) => hits.length > 0),
      busy: typed.trim() !== sought || (asks && rows.size < sources.length),
      failed: [...rows.values()].includes(null),
    }
  }, [answers, asks, entries, sought, sources, typed])
}
