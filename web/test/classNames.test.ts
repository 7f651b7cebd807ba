import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

/** Classes that a module begins more than once, each time alone and for every width. */
const twice = (css: string): string[] => {
  const names = [...css.matchAll(/(?<!,\n)^\.(?<name>[\w-]+) \{$/gm)].map(({ groups }) => groups?.name ?? '')
  return names.filter((name, at) => names.indexOf(name) < at)
}

/** Else two things of a feature get each other's look: a button that of a page. */
test('a module has one rule for a class', () => {
  expect(twice('.page {\n}\n.pages {\n}\n.page {\n}\n@media print {\n  .pages {\n  }\n}')).toEqual(['page'])
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .flatMap((path) => twice(readFileSync(join(source, path), 'utf8')).map((name) => `${path}: ${name}`))
  expect(found).toEqual([])
})
