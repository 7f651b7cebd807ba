import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// A page brings the words it says: each group of keys that it, or what it imports, asks for is loaded with it.
const source = fileURLToPath(new URL('../src', import.meta.url))
const read = (path: string): string => readFileSync(path, 'utf8')

function file(from: string, name: string): string | null {
  if (!name.startsWith('@/') && !name.startsWith('.')) return null
  const base = name.startsWith('@/') ? join(source, name.slice(2)) : join(dirname(from), name)
  return (
    [base, `${base}.tsx`, `${base}.ts`, join(base, 'index.ts'), join(base, 'index.tsx')].find(
      (path) => /\.tsx?$/.test(path) && existsSync(path),
    ) ?? null
  )
}

/** A file and all that comes with it at once: no types, and what it loads later brings its own words. */
function together(start: string, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen
  seen.add(start)
  for (const [, name] of read(start).matchAll(/^(?:import|export)\s(?!type\s)[^'"]*?from '([^']+)'/gms)) {
    const found = file(start, name ?? '')
    if (found) together(found, seen)
  }
  return seen
}

const folder = join(source, 'shared/i18n/en')
const groupOf = new Map(
  readdirSync(folder).flatMap((name) =>
    [...read(join(folder, name)).matchAll(/^ {2}(\w+): \{/gm)].map(
      ([, prefix]) => [prefix ?? '', name.replace('.ts', '')] as const,
    ),
  ),
)
/** What is there with every page of a side. */
const SHELL = ['common', 'shell', 'notifications']
const SITE = ['site']
const MEMBER = ['site', 'common']

/** The files that load pages, and what is there before any of them. */
const LOADERS: readonly (readonly [string, readonly string[]])[] = [
  ['app/pages.ts', SHELL],
  ['app/router.tsx', SHELL],
  ['app/shell/Shell.tsx', SHELL],
  ['app/shell/Tools.tsx', SHELL],
  ['app/resourcePages.ts', SHELL],
  ['app/site/Site.tsx', SITE],
  ['app/site/MemberArea.tsx', MEMBER],
]
const words = (list: string | undefined): string[] =>
  [...(list ?? '').matchAll(/'(\w+)'/g)].map(([, group]) => group ?? '')

/** `lazyPage(() => import('x'), 'a')`, `entry(...)` and `sitePage('a', () => import('x'), 'b')`: page and groups. */
const loads = LOADERS.flatMap(([name, before]) => {
  const path = join(source, name)
  return [
    ...read(path).matchAll(
      /(lazyPage|entry|sitePage)(?:<[^(]*>)?\(\s*('\w+',\s+)?\(\) => import\('([^']+)'\)((?:,\s*'\w+')*),?\s*\)/g,
    ),
  ].map(([, how, own, page, groups]) => ({
    page: page ?? '',
    path: file(path, page ?? ''),
    groups: [...before, ...(how === 'entry' ? ['resource'] : []), ...words(own), ...words(groups)],
  }))
})

describe('words arrive with their page', () => {
  it('for many pages', () => {
    expect(loads.length).toBeGreaterThan(12)
  })
  it.each(loads)('$page', ({ path, groups }) => {
    expect(path).not.toBeNull()
    const missing = [...together(path ?? '')].flatMap((one) =>
      [...read(one).matchAll(/\bt\([`']([a-zA-Z]+)\./g)].flatMap(([, prefix]) => {
        const group = groupOf.get(prefix ?? '')
        // The captcha fetches its own when it opens.
        return !group || group === 'captcha' || groups.includes(group)
          ? []
          : [`${group}: ${one.slice(source.length + 1)}`]
      }),
    )
    expect([...new Set(missing)]).toEqual([])
  })
})

describe('the words of the site', () => {
  const known = /webpackInclude: .*?\(([\w|]+)\)/
    .exec(read(join(source, 'app/site/texts.ts')))?.[1]
    ?.split('|')
  const site = [
    ...loads.filter(({ groups }) => groups[0] === 'site').flatMap(({ groups }) => groups),
    'captcha',
  ]
  it('are all that its pages ask for', () => {
    expect([...(known ?? [])].sort()).toEqual([...new Set(site)].sort())
  })
})
