// A node of a test's own, empty but for one administrator.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const READY_MS = 120_000

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
    server.on('error', failed)
  })
}

/** Starts the program at `binary`; `settings` are keys of its configuration as the environment has them. */
export async function startNode(binary, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'entrepot-e2e-'))
  const password = randomBytes(12).toString('hex')
  const file = join(folder, 'password')
  writeFileSync(file, password)
  const data = ['--data-dir', join(folder, 'data')]
  execFileSync(binary, [
    '--change-given-passwords=false',
    'admin',
    'create',
    'first',
    '--super',
    '--password-file',
    file,
    ...data,
  ])
  const [port, wsPort] = [await freePort(), await freePort()]
  const child = spawn(
    binary,
    ['serve', ...data, '--listen', `127.0.0.1:${port}`, '--ws-listen', `127.0.0.1:${wsPort}`],
    { env: { ...process.env, ...settings }, stdio: 'ignore' },
  )
  const address = `http://127.0.0.1:${port}`
  const ended = new Promise((done) => child.once('exit', done))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const end = Date.now() + READY_MS
  for (;;) {
    const ready = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return { address, password, stop }
    if (child.exitCode !== null || Date.now() > end) {
      await stop()
      throw new Error('the node did not get ready')
    }
    await new Promise((done) => setTimeout(done, 200))
  }
}
