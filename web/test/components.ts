// What every component test starts with: English texts, and a page that is emptied after each test.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { loadTexts, setLanguage, loadTextsWith, type Group } from '@/shared/i18n'

// A condition is waited for, however busy the machine is; what never comes true fails in the end.
configure({ asyncUtilTimeout: 15_000 })

loadTextsWith((language, group) => import(`../src/shared/i18n/${language}/${group}.ts`) as Promise<Group>)

// What is still to fade out when a file's last test ends would find no window: its timers end with the page.
const timers: NodeJS.Timeout[] = []
const startTimer = globalThis.setTimeout
const startKnownTimer = (...of: Parameters<typeof startTimer>) => {
  const timer = startTimer(...of)
  timers.push(timer)
  return timer
}
globalThis.setTimeout = Object.assign(startKnownTimer, startTimer)
afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
})

beforeAll(async () => {
  await setLanguage('en')
  await loadTexts('common')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
