// The node as a phone in a hall reaches it: through a signal that comes and goes.
import { Buffer } from 'node:buffer'
import { createServer, request } from 'node:http'

/**
 * A proxy before the node at `node`. Without a signal, connections break. `changed` may rewrite a text before the browser
 * gets it, as another build of the app would have it. There is no websocket: the page asks instead.
 */
export async function openHall(node) {
  const { hostname, port } = new URL(node)
  const hall = {
    address: '',
    signal: true,
    /** Method and path of what reached the node. */
    passed: [],
    changed: null,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
    lose: () => {
      hall.signal = false
      server.closeAllConnections()
    },
    find: () => {
      hall.signal = true
    },
  }
  const server = createServer((asked, answer) => {
    if (!hall.signal) return asked.socket.destroy()
    const { method, url } = asked
    hall.passed.push(`${method} ${url}`)
    const headers = { ...asked.headers }
    // Texts that are rewritten must not be packed.
    if (hall.changed) delete headers['accept-encoding']
    // A connection of its own for each request: none is left half read when the signal goes.
    const sent = request({ hostname, port, method, path: url, headers, agent: false }, (got) => {
      const text = /html|javascript/.test(got.headers['content-type'] ?? '')
      if (!hall.changed || !text) {
        answer.writeHead(got.statusCode, got.headers)
        return got.pipe(answer)
      }
      const parts = []
      got.on('data', (part) => parts.push(part))
      got.on('end', () => {
        const body = hall.changed(url, Buffer.concat(parts).toString())
        answer.writeHead(got.statusCode, { ...got.headers, 'content-length': Buffer.byteLength(body) })
        answer.end(body)
      })
    })
    sent.on('error', () => asked.socket.destroy())
    answer.on('close', () => sent.destroy())
    asked.pipe(sent)
  })
  server.on('upgrade', (_asked, socket) => socket.destroy())
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  hall.address = `http://127.0.0.1:${server.address().port}`
  return hall
}
