// The app's own HTTP client against a node of its own, whose access tokens live for two seconds.
// ENTREPOT_BINARY: the program.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createViteServer } from 'vitest/node'
import { startNode } from './node.mjs'

const ACCESS_SECONDS = 2
const source = fileURLToPath(new URL('../src', import.meta.url))

let node
let vite
let Client
before(async () => {
  assert.ok(process.env.ENTREPOT_BINARY, 'ENTREPOT_BINARY names the program')
  node = await startNode(process.env.ENTREPOT_BINARY, { ENTREPOT_ACCESS_SECONDS: String(ACCESS_SECONDS) })
  vite = await createViteServer({
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { '@': source } },
  })
  ;({ Client } = await vite.ssrLoadModule(`${source}/shared/http/client.ts`))
})
after(async () => {
  await vite?.close()
  await node?.stop()
})

/** A browser's worth of client: what it keeps, and what it was told. */
function visitor(language = 'en') {
  const kept = { token: '', refreshToken: '' }
  const seen = { signedOut: [], announced: [], calls: [] }
  const http = new Client({
    fetch: (path, init) => {
      seen.calls.push(path)
      return fetch(node.address + path, init)
    },
    language: () => language,
    credentials: () => kept,
    renewed: (side) => Object.assign(kept, side),
    signedOut: (clear) => {
      seen.signedOut.push(clear)
      if (clear) Object.assign(kept, { token: '', refreshToken: '' })
    },
    announce: (words) => seen.announced.push(words),
  })
  const signIn = async () => {
    const { userInfo } = await http.post('/admin/Index/login', {
      username: 'first',
      password: node.password,
      keep: true,
    })
    Object.assign(kept, { token: userInfo.token, refreshToken: userInfo.refresh_token })
  }
  return { http, kept, seen, signIn }
}
const expired = () => new Promise((done) => setTimeout(done, (ACCESS_SECONDS + 1) * 1000))
const refreshes = (seen) => seen.calls.filter((path) => path === '/api/common/refreshToken').length

test('a refusal comes in the language asked for', async () => {
  const wrong = { username: 'first', password: 'not-the-password', keep: false }
  const words = []
  for (const language of ['en', 'zh-cn']) {
    const error = await visitor(language)
      .http.post('/admin/Index/login', wrong)
      .catch((thrown) => thrown)
    assert.equal(error.code, 0)
    words.push(error.message)
  }
  assert.match(words[0], /^[\x20-\x7e]+$/)
  assert.match(words[1], /[\u4e00-\u9fff]/)
})

test('who is nobody is sent to the login', async () => {
  const { http, seen } = visitor()
  await assert.rejects(http.get('/admin/Index/index'), { code: 303 })
  assert.deepEqual(seen.signedOut, [true])
})

test('an expired token is renewed once, and all who waited get their answers', async () => {
  const { http, kept, seen, signIn } = visitor()
  await signIn()
  const before = { ...kept }
  await expired()
  const answers = await Promise.all([
    http.get('/admin/Index/index'),
    http.get('/admin/auth.Admin/index', { page: 1, limit: 10 }),
    http.post('/admin/notification.Index/setup', { sound: 1 }, { announce: true }),
  ])
  assert.equal(refreshes(seen), 1)
  assert.equal(answers[0].adminInfo.username, 'first')
  assert.equal(answers[1].total, 1)
  assert.equal(seen.announced.length, 1)
  assert.notEqual(kept.token, before.token)
  assert.notEqual(kept.refreshToken, before.refreshToken)
  assert.deepEqual(seen.signedOut, [])
  // The renewed session can be renewed again.
  await expired()
  assert.equal((await http.get('/admin/Index/index')).adminInfo.username, 'first')
  assert.equal(refreshes(seen), 2)
})

test('without a good refresh token the session is over', async () => {
  const { http, kept, seen, signIn } = visitor()
  await signIn()
  kept.refreshToken = 'forged'
  await expired()
  await assert.rejects(http.get('/admin/Index/index'), { code: 303 })
  assert.deepEqual(seen.signedOut, [true])
  assert.equal(kept.token, '')
})

test('what is wrong with a form is shown field by field', async () => {
  const { http, signIn } = visitor()
  await signIn()
  const error = await http
    .post('/admin/auth.Admin/add', { username: '1', nickname: '', password: 'secret-pass-1', group_arr: [] })
    .catch((thrown) => thrown)
  assert.equal(error.code, 0)
  assert.ok(error.errors.length > 0)
  for (const { field, msg } of error.errors) assert.ok(field && msg)
})

test('equal reads share the newer answer, and a form arrives as one', async () => {
  const { http, seen, signIn } = visitor()
  await signIn()
  const [one, two] = await Promise.all([
    http.get('/admin/auth.Admin/index', { page: 1 }),
    http.get('/admin/auth.Admin/index', { page: 1 }),
  ])
  assert.deepEqual(one, two)
  assert.equal(seen.calls.filter((path) => path.startsWith('/admin/auth.Admin/index')).length, 2)
  const form = new FormData()
  form.append('file', new Blob(['name,status\n']), 'list.csv')
  const { file } = await http.post('/admin/ajax/upload', form)
  assert.equal(file.size, 12)
})

test('an address that is not there has the words of its status', async () => {
  const { http, signIn } = visitor()
  await signIn()
  const error = await http.get('/static/there-is-none.js').catch((thrown) => thrown)
  assert.equal(error.options.key, 'error.http.404')
  assert.equal(error.options.url, '/static/there-is-none.js')
})
