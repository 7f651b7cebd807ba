import type { ArticleKind } from './api'

/** Where articles of a kind are listed, and the words for that place. */
export const PLACES: Readonly<Record<ArticleKind, { path: string; label: string }>> = {
  solution: { path: '/', label: 'site.nav.industries' },
  case: { path: '/cases', label: 'site.nav.cases' },
  about: { path: '/about', label: 'site.nav.about' },
  help: { path: '/help', label: 'site.nav.help' },
  customs: { path: '/customs', label: 'site.nav.customs' },
}

const PREFIXES: readonly (readonly [prefix: string, kind: ArticleKind])[] = [
  ['/solutions/', 'solution'],
  ['/cases/', 'case'],
  ['/about/', 'about'],
  ['/help/', 'help'],
  ['/customs/guide/', 'customs'],
]

/** The kind of the article at an address of the site. */
export const kindAt = (pathname: string): ArticleKind =>
  PREFIXES.find(([prefix]) => pathname.toLowerCase().startsWith(prefix))?.[1] ?? 'help'
