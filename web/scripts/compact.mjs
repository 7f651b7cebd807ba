/** A list of parameters gets a type of its own once it occurs this often. */
const NAMED_FROM = 3
/** Blocks of one member are written on one line up to this width. */
const WIDTH_MAX = 140

const ENVELOPE = `/** An answer: its data in the envelope, or a refusal. */
interface Enveloped<T> {
    content: { "application/json; charset=utf-8": (components["schemas"]["Success"] & T) | components["schemas"]["Refusal"] };
}
`
/** The same, as openapi-typescript writes it once for each operation. */
const ENVELOPED =
  /^( +)(\w+): \{\n +content: \{\n +"application\/json; charset=utf-8": \(components\["schemas"\]\["Success"\] & \{\n((?:\1 {12}.*\n)*)\1 {8}\}\) \| components\["schemas"\]\["Refusal"\];\n\1 {4}\};\n\1\};\n/gm

/**
 * Leaves out of a generated client what tells a reader nothing: members that are never there, headers of answers, empty
 * blocks, and descriptions that are repeated at every operation. What many operations have in common (the envelope, the
 * parameters of a list) becomes a type. The types of calls stay the same.
 */
export function compact(text) {
  const lean = text
    .replace(/^ +\w+\?: never;\n/gm, '')
    .replace(/^( +)headers: \{\n\1 +\[name: string\]: unknown;\n\1\};\n/gm, '')
    .replace(/^ +\/\*\* .* \*\/\n(?= +"?[\w[\]]+"?\??: components\["parameters"\])/gm, '')
    .replace(/^ +\/\*\* (Format: int64|@description An envelope) \*\/\n/gm, '')
    .replace(/^ +\* (Format: int64|@enum \{\w+\})\n/gm, '')
    .replace(/^ +\/\*\* @enum \{\w+\} \*\/\n/gm, '')
    // The title of a schema is its name once more.
    .replace(/^( +)\/\*\*\n +\* (\w+)\n((?: +\* .*\n)* +\*\/\n +\2: )/gm, '$1/**\n$3')
    .replace(/^( +)\/\*\*\n +\* (.*)\n +\*\/\n/gm, '$1/** $2 */\n')
    .replace(/^( +)\w+: \{\n\1\};\n/gm, '')
    .replace(ENVELOPED, (_, indent, name, data) => {
      const inner = data.replaceAll(new RegExp(`^${indent} {12}`, 'gm'), `${indent}    `)
      return `${indent}${name}: Enveloped<{\n${inner}${indent}}>;\n`
    })
  return oneLined(nameSharedQueries(lean)) + ENVELOPE
}

/** Writes blocks of one member on one line, from the innermost outwards. */
function oneLined(text) {
  const single =
    /^( +)(parameters|responses|requestBody|content|200|data)(\??): (\{|Enveloped<\{)\n +([^\n*]*);\n\1(\}|\}>)((?: \| null)?);\n/gm
  const shorter = text.replace(single, (all, indent, name, optional, opening, member, closing, rest) => {
    const line = `${indent}${name}${optional}: ${opening} ${member} ${closing}${rest};\n`
    return line.length > WIDTH_MAX ? all : line
  })
  return shorter === text ? text : oneLined(shorter)
}

/** `query` blocks that several operations have in common, as types named after their first operation. */
function nameSharedQueries(text) {
  const found = [...text.matchAll(/^( +)query(\??): \{\n((?:\1 .*\n)*)\1\};\n/gm)]
  const groups = groupBy(found, ([whole]) => whole)
  let result = text
  let types = ''
  for (const [whole, [first, ...others]] of groups) {
    if (others.length + 1 < NAMED_FROM) continue
    const [, indent, optional, members] = first
    const operation = [...text.slice(0, first.index).matchAll(/^ {4}"?(\w+)"?: \{$/gm)].at(-1)[1]
    const name = `${operation[0].toUpperCase()}${operation.slice(1)}Query`
    types += `export interface ${name} {\n${members.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}}\n`
    result = result.replaceAll(whole, `${indent}query${optional}: ${name};\n`)
  }
  return result + types
}

/** `Map.groupBy`, which Node 20 does not have. */
function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
