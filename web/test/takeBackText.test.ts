import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { takeBackText } from '@/features/dataExchange/takeBackText'
import en from '@/shared/i18n/en/dataExchange'
import zh from '@/shared/i18n/zh-CN/dataExchange'

it('says what becomes of new rows and of changed ones', async () => {
  const texts = createInstance()
  await texts.init({ lng: 'en', resources: { en: { translation: en }, 'zh-CN': { translation: zh } } })
  const words = (made: number, changed: number) =>
    takeBackText({ id: 1, made_count: made, changed_count: changed }, texts.t)
  expect(words(2, 1)).toMatch(/^The 2 rows that this import added .+ The 1 row that it updated /)
  expect(words(0, 3)).toMatch(/^The 3 rows that it updated /)
  expect(words(1, 0)).toMatch(/it is in use or was changed\.$/)
  await texts.changeLanguage('zh-CN')
  expect(words(2, 1)).toMatch(/2 行.+1 行/)
})
