// Makes the table of what was measured: one line of JSON a figure in, Markdown out.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

const facts = readFileSync(process.argv[2], 'utf8').trim().split('\n').map((line) => JSON.parse(line))
const version = (program, ...args) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8' }).trim().split('\n')[0]
  } catch {
    return `${program}: not found`
  }
}
const number = (value, digits = 0) => (value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits }))
const row = (...cells) => `| ${cells.join(' | ')} |`
const of = (part, side) => facts.filter((fact) => fact.part === part && fact.side === side).map((fact) => fact.figures)
const out = ['# What was measured', '']
out.push(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, everything on one machine and one disk.`)
out.push(`${version('/usr/lib/postgresql/15/bin/postgres', '--version')}; node ${process.version}; socket.io ${JSON.parse(readFileSync(new URL('./socketio/package.json', import.meta.url))).dependencies['socket.io']}; ${version('rustc', '--version')}.`)
out.push(`Load average at the end: ${loadavg().map((load) => load.toFixed(1)).join(', ')}.`, '')

const ours = of('stock', 'entrepot')
if (ours.length) {
  out.push('## Durable stock moves a second, one warehouse', '')
  out.push('A move is checked, written and synced to disk before its caller hears of it. PostgreSQL: `fsync` on, defaults, prepared statements by pgbench, the warehouse\'s row locked.', '')
  out.push(row('callers', 'Entrepot', 'p50 ms', 'p99 ms', 'PostgreSQL', 'p50 ms', 'p99 ms', 'times'), row(...Array(8).fill('---:')))
  for (const figure of ours) {
    const other = of('stock', 'postgresql').find((each) => each.callers === figure.callers)
    const times = other ? (figure.moves_per_second / other.moves_per_second).toFixed(1) : ''
    out.push(row(figure.callers, number(figure.moves_per_second), number(figure.p50_ms, 2), number(figure.p99_ms, 2), number(other?.moves_per_second), number(other?.p50_ms, 2), number(other?.p99_ms, 2), times))
  }
  out.push('')
}
const moves = of('moves', 'entrepot')
if (moves.length) {
  out.push('## The same through HTTP', '')
  out.push('Each connection stocks a reviewed order of its own, one piece a request: the order, its history, the command and the move are one transaction. All begin at once, and the first step of an order reads it: it has a column of its own. The load generator runs on the same machine. Beside it the same steps asked of the order\'s actor, without HTTP; and the share of the table above, whose moves have no order to write.', '')
  out.push(row('connections', 'moves a second', 'p50 ms', 'p99 ms', 'first p99 ms', 'the order\'s actor', 'share of it', 'share of moves without an order'), row(...Array(8).fill('---:')))
  const steps = of('steps', 'entrepot')
  for (const figure of moves) {
    const [step, move] = [steps, ours].map((figures) => figures.find((each) => each.callers === figure.callers)?.moves_per_second)
    const share = (whole) => (whole ? (figure.moves_per_second / whole).toFixed(2) : '')
    out.push(row(figure.callers, number(figure.moves_per_second), number(figure.p50_ms, 2), number(figure.p99_ms, 2), number(figure.first_p99_ms, 2), number(step), share(step), share(move)))
  }
  out.push('')
}
const flows = of('flows', 'entrepot')
if (flows.length) {
  const peers = of('flows', 'tryton')
  out.push('## Whole orders a second', '')
  out.push('Orders of one line through HTTP. Inbound: created, reviewed, stocked in (Tryton: created, received, done). Outbound: created, reviewed with its reservation, stocked out (Tryton: created, waiting, assigned, picked, packed, done). Transfer: created, reviewed, shipped, received (Tryton: created, waiting, assigned, done). Tryton runs on gunicorn with four processes, over PostgreSQL; each side has its own load generator on the same machine.', '')
  out.push(row('order', 'connections', 'Entrepot', 'p50 ms', 'p99 ms', 'Tryton', 'p50 ms', 'p99 ms', 'times'), row('---', ...Array(8).fill('---:')))
  for (const figure of flows) {
    const other = peers.find((each) => each.flow === figure.flow && each.callers === figure.callers)
    const times = other?.orders_per_second ? (figure.orders_per_second / other.orders_per_second).toFixed(0) : ''
    out.push(row(figure.flow, figure.callers, number(figure.orders_per_second), number(figure.p50_ms, 1), number(figure.p99_ms, 1), number(other?.orders_per_second, 1), number(other?.p50_ms), number(other?.p99_ms), times))
  }
  out.push('')
}
const large = of('large', 'entrepot')
if (large.length) {
  out.push('## Orders of many lines', '')
  out.push('Milliseconds of each request, through HTTP; each line another product, every third bought in boxes and kept in batches.', '')
  out.push(row('lines', 'order', 'saved', 'reviewed', 'stocked', 'read'), row('---:', '---', ...Array(4).fill('---:')))
  for (const figure of large)
    for (const [short, order] of [['in', 'inbound'], ['out', 'outbound']])
      out.push(row(number(figure.lines), order, ...['saved', 'reviewed', 'stocked', 'read'].map((step) => number(figure[`${short}_${step}_ms`], 0))))
  out.push('')
}
const lists = of('lists', 'entrepot')
if (lists.length) {
  const [filled] = of('fill', 'entrepot')
  out.push(`## Lists over ${number(filled?.records)} ledger rows and ${number(filled?.products)} products`, '')
  out.push('Through HTTP. "Cold" is the first request of a list, when nothing of it is remembered.', '')
  out.push(row('list', 'connections', 'rows', 'requests a second', 'cold ms', 'p50 ms', 'p99 ms'), row('---', ...Array(6).fill('---:')))
  for (const figure of lists)
    out.push(row(figure.list, figure.connections, number(figure.total), number(figure.requests_per_second), number(figure.cold_ms, 1), number(figure.p50_ms, 1), number(figure.p99_ms, 1)))
  out.push('')
}
const bought = of('shop-orders', 'entrepot')
if (bought.length) {
  const [filled] = of('shop-fill', 'entrepot')
  const peers = of('shop-orders', 'vendure')
  out.push('## Orders of members a second', '')
  out.push(`A shop of ${number(filled?.goods)} goods and ${number(filled?.members)} members. An order is a quote, the placing (three lines, a coupon, freight, goods held in the ledger) and the payment from the balance, which makes the outbound order: three requests, whose times are summed. Vendure: eight requests of a guest (three lines, customer, address, shipping, payment that settles at once), no coupon, 100 goods, over PostgreSQL. Each side has its own load generator on the same machine.`, '')
  out.push(row('connections', 'Entrepot', 'p50 ms', 'p99 ms', 'Vendure', 'p50 ms', 'p99 ms', 'times'), row(...Array(8).fill('---:')))
  for (const figure of bought) {
    const other = peers.find((each) => each.callers === figure.callers)
    const times = other?.per_second ? (figure.orders_per_second / other.per_second).toFixed(0) : ''
    out.push(row(figure.callers, number(figure.orders_per_second), number(figure.p50_ms, 1), number(figure.p99_ms, 1), number(other?.per_second, 1), number(other?.p50_ms), number(other?.p99_ms), times))
  }
  out.push('')
}
const [flash] = of('shop-flash', 'entrepot')
if (flash) {
  const [other] = of('shop-flash', 'vendure')
  out.push(`## Flash sale: ${number(flash.buyers)} members, ${flash.pieces} pieces, all at once`, '')
  out.push('All have seen the price (the last quote came after the time in its column); then all place at once, and those who got a piece pay. The last answer is that of a payment or of a refusal, whichever came last. Vendure: the eight requests of each guest.', '')
  out.push(row('', 'sold', 'heard that it is sold out', 'quotes ms', 'p50 ms', 'p99 ms', 'last answer ms'), row('---', ...Array(6).fill('---:')))
  out.push(row('Entrepot', flash.sold, number(flash.sold_out), number(flash.quotes_ms), number(flash.p50_ms), number(flash.p99_ms), number(flash.last_ms)))
  if (other) out.push(row('Vendure', number(other.done), number(Object.values(other.failed).reduce((sum, count) => sum + count, 0)), '', number(other.p50_ms), number(other.p99_ms), number(other.last_ms)))
  out.push('')
}
const [claims] = of('shop-claims', 'entrepot')
if (claims) {
  out.push(`## ${number(claims.claims)} claims for ${claims.tickets} tickets of a coupon`, '', row('taken', 'claims a second', 'p50 ms', 'p99 ms', 'last answer ms'), row(...Array(5).fill('---:')))
  out.push(row(claims.taken, number(claims.claims_per_second), number(claims.p50_ms), number(claims.p99_ms), number(claims.last_ms)), '')
}
const pages = of('shop-pages', 'entrepot')
if (pages.length) {
  const [filled] = of('shop-fill', 'entrepot')
  const [other] = of('shop-pages', 'vendure')
  out.push(`## What visitors look at, ${number(filled?.goods)} goods, ${pages[0].connections} connections`, '')
  out.push('20 goods of a list. "As visited": nine of ten requests are for one of 1,000 goods, the others for any. "Cold" is the first request of its kind.', '')
  out.push(row('page', 'requests a second', 'cold ms', 'p50 ms', 'p99 ms'), row('---', ...Array(4).fill('---:')))
  for (const figure of pages) out.push(row(figure.page, number(figure.requests_per_second), number(figure.cold_ms, 1), number(figure.p50_ms, 1), number(figure.p99_ms, 1)))
  if (other) out.push(row('Vendure: 20 of 100 products', number(other.per_second), '', number(other.p50_ms, 1), number(other.p99_ms, 1)))
  out.push('')
}
const sockets = ['entrepot', 'socket.io'].flatMap((side) => of('sockets', side).map((figures) => ({ side, ...figures })))
if (sockets.length) {
  out.push(`## One notification to ${number(sockets[0].sessions)} websocket sessions`, '')
  out.push('From the request that causes it until a session has it; Entrepot\'s time has the posting of the order in it. The clients run on the same machine.', '')
  out.push(row('', 'first ms', 'p50 ms', 'p99 ms', 'max ms', 'lost', 'KiB a session', 'KiB after notifications', 'opened a second'), row('---', ...Array(8).fill('---:')))
  for (const figure of sockets) {
    out.push(row(figure.side, number(figure.first_ms, 1), number(figure.p50_ms, 1), number(figure.p99_ms, 1), number(figure.max_ms, 1), figure.lost, number(figure.kib_per_session, 1), number(figure.kib_after_notifications, 1), number(figure.open_per_second)))
  }
  out.push('')
}
const [replay] = of('replay', 'entrepot')
if (replay) {
  out.push('## Replay of real orders', '', row('lines', 'seconds', 'lines a second', 'peak MiB'), row(...Array(4).fill('---:')))
  out.push(row(number(replay.lines), number(replay.seconds, 1), number(replay.lines_per_second), number(replay.peak_mib)), '')
}
console.log(out.join('\n').trimEnd())
