import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

type Words = { [key: string]: string | Words }

/** All groups of a language as one; no two may use the same prefix. */
async function language(name: string): Promise<Words> {
  const folder = fileURLToPath(new URL(`../src/shared/i18n/${name}`, import.meta.url))
  const all: Words = {}
  for (const file of readdirSync(folder)) {
    const { default: words } = (await import(join(folder, file))) as { default: Words }
    for (const [prefix, value] of Object.entries(words)) {
      if (prefix in all) throw new Error(`${name}: ${prefix} is there twice`)
      all[prefix] = value
    }
  }
  return all
}
const zhCN = await language('zh-CN')
const en = await language('en')

function keys(words: Words, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [(prefix + key).replace(/_(one|other)$/, '')]
      : keys(value, `${prefix}${key}.`),
  )
}
const unique = (list: string[]): string[] => [...new Set(list)].sort()

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'i18n' || entry.name === 'generated' ? [] : sources(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : []
  })
}

const root = fileURLToPath(new URL('../src', import.meta.url))
const files = sources(root).map((path) => ({
  path: path.slice(root.length + 1),
  text: readFileSync(path, 'utf8'),
}))

describe('both languages', () => {
  it('have the same keys', () => {
    expect(unique(keys(en))).toEqual(unique(keys(zhCN)))
  })
  it('have no empty words', () => {
    const empty = (words: Words): boolean =>
      Object.values(words).some((value) => (typeof value === 'string' ? !value.trim() : empty(value)))
    expect(empty(en)).toBe(false)
    expect(empty(zhCN)).toBe(false)
  })
  it('take the same values', () => {
    const holes = (words: Words, prefix = ''): string[] =>
      Object.entries(words).flatMap(([key, value]) =>
        typeof value === 'string'
          ? [...value.matchAll(/{{(\w+)}}/g)].map(
              (hole) => `${prefix}${key.replace(/_(one|other)$/, '')}:${hole[1]}`,
            )
          : holes(value, `${prefix}${key}.`),
      )
    // English may say "this record" where Chinese counts one.
    expect(unique(holes(en))).toEqual(unique(holes(zhCN)))
  })
  it('count in English by plurals, except what is never one', () => {
    const never = [
      'apiKeys.endRule',
      'common.saved.full',
      'customs.countMore',
      'orderForm.pasted.many',
      'orders.linesMoved',
      'print.tooMany',
      'resource.tooLong',
      'shopDesk.give.many',
      'shopDesk.give.once',
      'shopMore.coupons.all',
      'shopOrder.allAddresses',
      'trade.linesFull',
    ]
    const counting = (words: Words, prefix = ''): string[] =>
      Object.entries(words).flatMap(([key, value]) => {
        if (typeof value !== 'string') return counting(value, `${prefix}${key}.`)
        return /_(one|other)$/.test(key) ||
          !/{{(?:count|total|all|most|value|days|seconds)}} (?:more )?(?:have|are|[a-z]{2,}[^s]s)\b/.test(
            value,
          )
          ? []
          : [prefix + key]
      })
    expect(counting(en).filter((key) => !never.includes(key))).toEqual([])
  })
  it('have every key the source asks for by name', () => {
    const known = new Set(keys(zhCN))
    const asked = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\('([\w.]+)'/g)].map((call) => ({ path, key: call[1] ?? '' })),
    )
    expect(asked.length).toBeGreaterThan(100)
    expect(asked.filter(({ key }) => !known.has(key))).toEqual([])
  })
})

describe('no words in the source', () => {
  it.each(files)('$path', ({ text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
    expect(code.match(/[\u3000-\u9fff\uff00-\uffef]+/g)).toBeNull()
    // Words between tags, and words given to what is read or seen.
    expect(code.match(/<\/?[\w.]+[^<>=]*>\s*[A-Z][a-z]+[^<>{}()=;]*</g)).toBeNull()
    expect(code.match(/\b(?:title|placeholder|aria-label|label|alt|content)="[A-Z][^"]*"/g)).toBeNull()
  })
})
