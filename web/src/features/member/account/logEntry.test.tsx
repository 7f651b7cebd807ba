import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import i18next, { loadTexts, setLanguage } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import { reasonOf, type Entry } from './logEntry'

const before = preferences.language
beforeAll(() => loadTexts('member', 'common'))
afterAll(() => setLanguage(before))

const entry = (account: 'money' | 'score', kind: string): Entry =>
  ({
    [account]: 5,
    before: 0,
    after: 5,
    memo: '',
    kind,
    cause_kind: '',
    cause_id: '',
    create_time: 1,
  }) as never

const MONEY = ['recharge', 'bonus', 'purchase', 'refund', 'manual']
const SCORE = ['bonus', 'purchase', 'use', 'return', 'sign_in', 'expiry', 'manual']

describe('the kind of a change', () => {
  it('tells points for a purchase from money spent', async () => {
    const said = async (language: 'zh-CN' | 'en') => {
      await setLanguage(language)
      const kind = (account: 'money' | 'score') => reasonOf(entry(account, 'purchase'), i18next.t).kind
      return [kind('money'), kind('score')]
    }
    expect(await said('zh-CN')).toEqual(['消费', '购物得分'])
    expect(await said('en')).toEqual(['Purchase', 'Earned with a purchase'])
  })
  it('has a text for every kind of both accounts', async () => {
    for (const language of ['zh-CN', 'en'] as const) {
      await setLanguage(language)
      const texts = [
        ...MONEY.map((kind) => reasonOf(entry('money', kind), i18next.t).kind),
        ...SCORE.map((kind) => reasonOf(entry('score', kind), i18next.t).kind),
      ]
      expect(texts.filter((text) => text === '' || text.startsWith('member.'))).toEqual([])
    }
  })
})
