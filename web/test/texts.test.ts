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

/** A file and all that comes with it at once; what it loads later brings its own words. */
function together(start: string, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen
  seen.add(start)
  for (const [, name] of read(start).matchAll(/^(?:import|export)\s[^'"]*?from '([^']+)'/gms)) {
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
/** Always there, or with every page of the back office. */
const SHELL = ['common', 'shell', 'notifications']

/** `lazyPage(() => import('x'), 'a', 'b')` and `entry(() => import('x'), 'a')`: page and groups. */
const loads = [
  'app/pages.ts',
  'app/router.tsx',
  'app/shell/Shell.tsx',
  'app/shell/Tools.tsx',
  'resource/pages.ts',
].flatMap((name) => {
  const path = join(source, name)
  return [
    ...read(path).matchAll(
      /(lazyPage|entry)(?:<[^(]*>)?\(\s*\(\) => import\('([^']+)'\)((?:,\s*'\w+')*),?\s*\)/g,
    ),
  ].map(([, how, page, groups]) => ({
    page: page ?? '',
    path: file(path, page ?? ''),
    groups: [
      ...SHELL,
      ...(how === 'entry' ? ['resource'] : []),
      ...[...(groups ?? '').matchAll(/'(\w+)'/g)].map(([, group]) => group ?? ''),
    ],
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
