// A proxy before the node, whose connection comes and goes as that of a phone does.
import { Buffer } from 'node:buffer'
import { createServer, request } from 'node:http'

/**
 * A proxy before the node at `node`. Without a signal, connections break. `changed` may rewrite a text before the browser
 * gets it, as another build of the app would have it. There is no websocket: the page asks instead.
 */
export async function openProxy(node) {
  const { hostname, port } = new URL(node)
  const proxy = {
    address: '',
    signal: true,
    /** Method and path of what reached the node. */
    passed: [],
    changed: null,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
    disconnect: () => {
      proxy.signal = false
      server.closeAllConnections()
    },
    reconnect: () => {
      proxy.signal = true
    },
  }
  const server = createServer((asked, answer) => {
    if (!proxy.signal) return asked.socket.destroy()
    const { method, url } = asked
    proxy.passed.push(`${method} ${url}`)
    const headers = { ...asked.headers }
    // Texts that are rewritten must not be packed.
    if (proxy.changed) delete headers['accept-encoding']
    // A connection of its own for each request: none is left half read when the signal goes.
    const sent = request({ hostname, port, method, path: url, headers, agent: false }, (got) => {
      const text = /html|javascript/.test(got.headers['content-type'] ?? '')
      if (!proxy.changed || !text) {
        answer.writeHead(got.statusCode, got.headers)
        return got.pipe(answer)
      }
      const parts = []
      got.on('data', (part) => parts.push(part))
      got.on('end', () => {
        const body = proxy.changed(url, Buffer.concat(parts).toString())
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
  proxy.address = `http://127.0.0.1:${server.address().port}`
  return proxy
}
