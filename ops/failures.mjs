// Names of failed tests, each with the command that repeats it alone: `NAME<tab>COMMAND`, a line each.
//
//   node ops/failures.mjs cargo LOG TARGETS    LOG: the output of `cargo test`; TARGETS: that of `cargo test --no-run --message-format=json`
//   node ops/failures.mjs vitest REPORT        REPORT: vitest's JSON report
//   node ops/failures.mjs browser LOG          LOG: the output of node's test runner, in its reporter `spec`
import { readFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'

/** The text as one word of a shell. */
const quoted = (text) => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
/** A pattern that matches the text alone. */
const pattern = (text) => quoted(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`)
const withoutColours = (text) => text.replace(/\u001b\[[0-9;]*m/g, '')
const lines = (file) => withoutColours(readFileSync(file, 'utf8')).split('\n')

/** The options that name a test program: its package and its target. */
function targetOptions(artifact) {
  const id = artifact.package_id
  const name = /#([^@]+)@/.exec(id)?.[1] ?? basename(id.replace(/^path\+file:\/\//, '').replace(/#.*/, ''))
  const [kind] = artifact.target.kind
  const target = kind === 'test' || kind === 'bin' ? `--${kind} ${artifact.target.name}` : '--lib'
  return `-p ${name} ${target}`
}

function cargo(log, targets) {
  const options = new Map()
  for (const line of lines(targets)) {
    if (!line.startsWith('{')) continue
    const message = JSON.parse(line)
    if (message.reason === 'compiler-artifact' && message.executable) options.set(basename(message.executable), targetOptions(message))
  }
  const failed = []
  let program = ''
  for (const line of lines(log)) {
    program = /^\s*Running .*\((.+)\)$/.exec(line)?.[1] ?? (/^\s*Doc-tests /.test(line) ? '' : program)
    const name = /^test (.+) \.\.\. FAILED$/.exec(line)?.[1]
    if (name === undefined) continue
    const target = options.get(basename(program))
    failed.push([name, target === undefined ? 'cargo test --locked --doc' : `cargo test --locked ${target} ${quoted(name)} -- --exact`])
  }
  return failed
}

function vitest(report) {
  const web = resolve('web')
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((file) => {
    const run = `(cd web && npx vitest run ${quoted(relative(web, file.name))}`
    const failed = file.assertionResults.filter((one) => one.status === 'failed')
    // A file that can't be read has no tests.
    if (failed.length === 0 && file.status === 'failed') return [[relative(web, file.name), `${run})`]]
    return failed.map((one) => [one.fullName, `${run} -t ${pattern(one.fullName)})`])
  })
}

/** The tests of a file go on from each other, so the file is what can be repeated alone. */
function browser(log) {
  const all = lines(log)
  const failed = []
  for (const [at, line] of all.entries()) {
    const file = /^test at (e2e\/[^:]+):/.exec(line)?.[1]
    const name = /^✖ (.+?)(?: \([\d.]+ms\))?$/.exec(all[at + 1] ?? '')?.[1]
    if (file && name) failed.push([name, `ENTREPOT_ONLY=${quoted(file)} ./ops/test browser`])
  }
  return failed
}

const [kind, ...files] = process.argv.slice(2)
for (const [name, command] of { cargo, vitest, browser }[kind](...files)) console.log(`${name}\t${command}`)
