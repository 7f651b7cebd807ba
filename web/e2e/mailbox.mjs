// A mail server that keeps what it is given: enough of SMTP for one sender in the clear.
import { createServer } from 'node:net'

export async function openMailbox() {
  const mails = []
  const server = createServer((socket) => {
    let rest = ''
    let mail = null
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    socket.write('220 stand-in\r\n')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (mail !== null) {
          if (line !== '.') {
            mail += `${line}\n`
            continue
          }
          mails.push(mail)
          mail = null
          socket.write('250 kept\r\n')
        } else if (line === 'DATA') {
          mail = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write(line.startsWith('EHLO') ? '250 stand-in\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: server.address().port,
    close: () => new Promise((done) => server.close(done)),
    /** The code in the newest mail to an address, once it is there. */
    async code(to, seen = 0) {
      for (let waited = 0; waited < 100; waited += 1) {
        const own = mails.filter((mail) => mail.includes(`To: ${to}`))
        const code =
          own.length > seen ? / is (\w{4,8}) *$/m.exec(/^Subject: .*$/m.exec(own.at(-1))[0])?.[1] : null
        if (code) return code
        await new Promise((done) => setTimeout(done, 50))
      }
      throw new Error(`no code came to ${to}`)
    },
  }
}
