// socket.io as its documentation sets it up, websocket transport: POST /emit sends the body to all.
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const http = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    if (request.url === '/emit') io.emit('notify', JSON.parse(body))
    response.end('{}')
  })
})
const io = new Server(http, { transports: ['websocket'] })
http.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready'))
