// What every component test starts with: English texts, and a page that is emptied after each test.
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { loadTexts, setLanguage, loadTextsWith, type Group } from '@/shared/i18n'

// A condition is waited for, however busy the machine is; what never comes true fails in the end.
configure({ asyncUtilTimeout: 15_000 })

loadTextsWith((language, group) => import(`../src/shared/i18n/${language}/${group}.ts`) as Promise<Group>)

beforeAll(async () => {
  await setLanguage('en')
  await loadTexts('common')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
