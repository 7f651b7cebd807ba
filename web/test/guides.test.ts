import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { GUIDE_TEXTS } from '@/features/guides/texts'
import { GUIDES, JOBS } from '@/shared/guides'

type Words = { [key: string]: string | Words }

const LANGUAGES = ['en', 'zh-CN']
/** Groups that are there with every page. */
const SHELL = ['common', 'shell']

const folder = fileURLToPath(new URL('../src/shared/i18n', import.meta.url))
const groups = readdirSync(join(folder, 'en')).map((file) => file.replace('.ts', ''))
const textsOf = async (language: string, group: string): Promise<Words> =>
  ((await import(join(folder, language, `${group}.ts`))) as { default: Words }).default

const at = (words: Words, key: string): string | Words | undefined =>
  key.split('.').reduce<string | Words | undefined>((now, part) => {
    return typeof now === 'object' ? now[part] : undefined
  }, words)

describe.each(LANGUAGES)('guides in %s', (language) => {
  it.each(JOBS)('%s quotes the words of its pages', async (job) => {
    const guide = at(await textsOf(language, 'guides'), `guides.${job}`) as Words
    const there: Words = {}
    for (const group of [...SHELL, ...GUIDE_TEXTS[job]]) Object.assign(there, await textsOf(language, group))
    expect(Object.keys(guide)).toEqual(['title', 'for', ...Object.keys(GUIDES[job])])
    for (const step of Object.keys(GUIDES[job])) {
      const text = at(guide, `${step}.text`) as string
      for (const [, quoted] of text.matchAll(/\[([^\]]*)\]/g)) {
        const key = /^\$t\(([\w./]+)\)$/.exec(quoted ?? '')?.[1]
        expect(key, `${step}: ${quoted} is not taken from the page`).toBeDefined()
        expect(typeof at(there, key ?? ''), `${step}: ${key}`).toBe('string')
      }
    }
  })
})

it('quotes of groups that are there', () => {
  for (const job of JOBS) for (const group of GUIDE_TEXTS[job]) expect(groups).toContain(group)
})
