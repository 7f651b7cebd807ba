// Buys from Vendure's shop, over connections that are kept open. Prints a line of JSON.
//
// Usage: load.mjs PORT orders|list|flash CONNECTIONS SECONDS
// orders: three lines, customer, address, shipping, payment: eight calls. list: 20 products. flash: 1,000 guests want
// one piece each of product 100, all at once.
import http from 'node:http'

const [port, mode, connections, seconds] = [process.argv[2], process.argv[3], Number(process.argv[4]), Number(process.argv[5])]
const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
const GUESTS = 1000

function ask(query, variables, token) {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ query, variables })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const request = http.request({ agent, host: '127.0.0.1', port, path: '/shop-api', method: 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () => {
        try {
          resolve([JSON.parse(text), answer.headers['vendure-auth-token'] || token])
        } catch (error) {
          reject(error)
        }
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

const ADD = 'mutation($v:ID!,$n:Int!){addItemToOrder(productVariantId:$v,quantity:$n){__typename ...on Order{id state} ...on ErrorResult{errorCode message}}}'
const TO_PAYMENT = 'mutation{transitionOrderToState(state:"ArrangingPayment"){__typename ...on OrderStateTransitionError{transitionError}}}'
const PAY = 'mutation{addPaymentToOrder(input:{method:"pay",metadata:{}}){__typename ...on Order{state code} ...on ErrorResult{errorCode message}}}'

/** Null where it was bought, else why not. */
async function order(number, variant) {
  let token
  let answer
  const other = () => JSON.stringify(answer).slice(0, 200)
  for (let line = 0; line < (variant ? 1 : 3); line++) {
    ;[answer, token] = await ask(ADD, { v: String(variant ?? 1 + ((number * 7 + line * 13) % 99)), n: 1 }, token)
    if (answer.data?.addItemToOrder?.__typename !== 'Order') return answer.data?.addItemToOrder?.errorCode ?? other()
  }
  const customer = { firstName: 'a', lastName: 'b', emailAddress: `u${process.pid}_${number}@example.com` }
  await ask('mutation($i:CreateCustomerInput!){setCustomerForOrder(input:$i){__typename}}', { i: customer }, token)
  const address = { fullName: 'a', streetLine1: 's', city: 'c', postalCode: '1', countryCode: 'CN' }
  await ask('mutation($i:CreateAddressInput!){setOrderShippingAddress(input:$i){__typename}}', { i: address }, token)
  ;[answer] = await ask('{eligibleShippingMethods{id}}', {}, token)
  await ask('mutation($m:[ID!]!){setOrderShippingMethod(shippingMethodId:$m){__typename}}', { m: [answer.data.eligibleShippingMethods[0].id] }, token)
  ;[answer] = await ask(TO_PAYMENT, {}, token)
  if (answer.data?.transitionOrderToState?.__typename !== 'Order') return answer.data?.transitionOrderToState?.transitionError ?? other()
  ;[answer] = await ask(PAY, {}, token)
  return answer.data?.addPaymentToOrder?.state === 'PaymentSettled' ? null : (answer.data?.addPaymentToOrder?.errorCode ?? other())
}

async function products() {
  const [answer] = await ask('{products(options:{take:20}){totalItems items{id name slug variants{id price}}}}')
  return answer.data?.products?.items?.length ? null : JSON.stringify(answer).slice(0, 200)
}

const took = []
const failed = {}
const at = (share) => Math.round((took[Math.floor((took.length - 1) * share)] ?? 0) * 10) / 10
const began = performance.now()

async function timed(what) {
  const asked = performance.now()
  const why = await what.catch(String)
  if (why) failed[why] = (failed[why] ?? 0) + 1
  else took.push(performance.now() - asked)
}

if (mode === 'flash') {
  await Promise.all(Array.from({ length: GUESTS }, (_, number) => timed(order(number, 100))))
} else {
  let number = 0
  const work = async () => {
    while (performance.now() - began < seconds * 1000) await timed(mode === 'list' ? products() : order(number++))
  }
  await Promise.all(Array.from({ length: connections }, work))
}
if (took.length === 0) {
  console.error(`${mode}: nothing was measured: ${JSON.stringify(failed)}`)
  process.exit(1)
}
const spent = (performance.now() - began) / 1000
took.sort((a, b) => a - b)
const figures = { callers: connections, done: took.length, failed, p50_ms: at(0.5), p99_ms: at(0.99), last_ms: Math.round(spent * 1000) }
console.log(JSON.stringify({ ...figures, per_second: Math.round((took.length / spent) * 10) / 10 }))
process.exit(0)
