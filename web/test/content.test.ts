import { describe, expect, it } from 'vitest'
import { changesOf, lostPlaceholders, PAGES, written, wrongWith, type Slot } from '@/features/content/model'
import '@/app/texts'
import { builtIn } from '@/shared/i18n'
import { EXTRA_KEYS, parseLinks } from '@/shared/site/extras'

const slot = (key: string, more: Partial<Slot> = {}): Slot => ({
  key,
  kind: 'text',
  built: { zh: '自带', en: 'built in' },
  row: null,
  ...more,
})
const row = (zh: string, en: string, status = 1) => ({ id: 7, page: 'site', key: 'k', zh, en, status })

describe('the built-in texts of a page', () => {
  it.each(PAGES)('$page are there in both languages', async ({ page }) => {
    const [zh, en] = await Promise.all([builtIn('zh-CN', page), builtIn('en', page)])
    expect(Object.keys(zh).length).toBeGreaterThan(5)
    const bare = (words: object): string[] =>
      Object.keys(words)
        .map((key) => key.replace(/_(one|other)$/, ''))
        .sort()
    expect(new Set(bare(zh))).toEqual(new Set(bare(en)))
  })
  it('are named below their page', async () => {
    expect((await builtIn('en', 'site'))['footer.contact']).toBe('Contact')
  })
})

describe('what an editor changes', () => {
  it('is what differs from what is in force', () => {
    const slots = [slot('a'), slot('b', { row: row('新', '') }), slot('c', { row: row('x', 'y', 0) })]
    expect(slots.map(written)).toEqual([
      { zh: '', en: '' },
      { zh: '新', en: '' },
      { zh: '', en: '' },
    ])
    const drafts = {
      a: { zh: '  ', en: '' },
      b: { zh: '新', en: 'new ' },
      c: { zh: 'x', en: 'y' },
      gone: { zh: '?', en: '' },
    }
    expect(changesOf(slots, drafts).map(({ slot: { key }, value }) => [key, value])).toEqual([
      ['b', { zh: '新', en: 'new' }],
      ['c', { zh: 'x', en: 'y' }],
    ])
  })
  it('keeps the places that are filled in later', () => {
    expect(lostPlaceholders('© {{year}} {{name}}', '© {{name}}')).toEqual(['{{year}}'])
    expect(lostPlaceholders('© {{year}}', ' ')).toEqual([])
    expect(wrongWith(slot('a', { built: { zh: '{{n}}', en: 'none' } }), 'x', 'zh')).toEqual({
      key: 'content.lostPlaceholders',
      places: '{{n}}',
    })
    expect(wrongWith(slot('a', { built: { zh: '{{n}}', en: 'none' } }), 'x', 'en')).toBeNull()
  })
})

describe('links of the footer', () => {
  it('are read a line each', () => {
    expect(parseLinks('World Customs Organization  https://www.wcoomd.org\n\n 关于 /about ')).toEqual([
      { name: 'World Customs Organization', url: 'https://www.wcoomd.org' },
      { name: '关于', url: '/about' },
    ])
  })
  it('lead nowhere else', () => {
    for (const bad of ['name', 'https://alone', 'x javascript:alert(1)', 'x //elsewhere', 'x ftp://a'])
      expect(parseLinks(bad)).toEqual([])
    const links = slot('footer.links', { kind: 'links' })
    expect(wrongWith(links, 'a https://b\nx y', 'en')).toEqual({ key: 'content.wrongLinks' })
    expect(wrongWith(links, '', 'en')).toBeNull()
  })
  it('are keys of no built-in text', async () => {
    const built = Object.keys(await builtIn('en', 'site')).map((key) => `site.${key}`)
    expect(EXTRA_KEYS.filter((key) => built.includes(key))).toEqual([])
  })
})
