import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

/** The selectors of all modules that give a width. */
const selectors = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.module.css'))
  .flatMap((path) => [
    ...readFileSync(join(source, path), 'utf8').matchAll(/^(?<selector>\.[^{}]+) \{\s*width:/gm),
  ])
  .map(({ groups }) => groups?.selector ?? '')

/** Arco's own width of a dialog is as specific as one class, and may stand later in the sheet. */
test('the width of a dialog is more specific than Arco’s own', () => {
  const ofDialogs = selectors.filter((selector) => /^\.\w*modal\b/i.test(selector))
  expect(ofDialogs.length).toBeGreaterThan(3)
  expect(ofDialogs.filter((selector) => !/^(\.\w+)\1$/.test(selector))).toEqual([])
})
