import { beforeAll, describe, expect, it, vi } from 'vitest'
import i18n, { loadTexts, setLanguage, loadTextsWith, type Group } from '@/shared/i18n'
import { labelOf } from '@/resource/schema/label'

const TEXTS: Record<string, Group['default']> = {
  'zh-CN/first': { first: { both: '\u90fd\u6709', chinese: '\u53ea\u6709\u4e2d\u6587' } },
  'en/first': { first: { both: 'both' } },
  'zh-CN/second': { second: { a: '\u7532' } },
}
const asked: string[] = []
loadTextsWith((language, group) => {
  const name = `${language}/${group}`
  asked.push(name)
  const texts = TEXTS[name]
  return texts ? Promise.resolve({ default: texts }) : Promise.reject(new Error('the chunk did not come'))
})

beforeAll(async () => {
  await setLanguage('en')
})

describe('Chinese stands in for what English lacks', () => {
  it('when something is missing, and is not loaded before', async () => {
    await loadTexts('first')
    expect(i18n.t('first.both')).toBe('both')
    expect(asked).toEqual(['en/first'])
    i18n.t('first.chinese')
    await vi.waitFor(() => expect(i18n.t('first.chinese')).toBe('\u53ea\u6709\u4e2d\u6587'))
    expect(i18n.t('first.both')).toBe('both')
  })
  it('also for a whole group that does not come', async () => {
    await loadTexts('second').catch(() => undefined)
    i18n.t('second.a')
    await vi.waitFor(() => expect(i18n.t('second.a')).toBe('\u7532'))
  })
  it('in declarations', () => {
    expect(labelOf({ zh: '\u4e0a\u67b6', en: 'On shelf' })).toBe('On shelf')
    expect(labelOf({ zh: '\u4e0a\u67b6', en: '' })).toBe('\u4e0a\u67b6')
  })
})
