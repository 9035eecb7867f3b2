import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadavg } from 'node:os'
import { databaseCpu } from '../processes/database-cpu.ts'
import { cpuSeconds, type CpuTime } from '../processes/worker.ts'
import type { Measured } from './servers.ts'

/** The cost of a cart and of its purchase: statements, and the processor seconds of the server and of PostgreSQL for 1,000 of them. */
export type BuyingCost = { what: string; times: number; statements: number; server: number; database: number }
export type Buying = { costs: BuyingCost[]; processing: number; load: number }

type Buyer = { token: string; card: string }
type Answer = { status: number; body: { id: string; status?: string; purchasedAt?: string | null; code?: string } }

const CONNECTIONS = 32
const CANDIDATES = 200
const LOOK_AGAIN_MS = 100
const LOOKS = 300

/** Does the work for each element, with a limited number at the same time. */
const eachOf = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const left = [...all]
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
    }),
  )
}

/**
 * Organizations buy one application each, again and again. The processor seconds of the server and of its database are counted; the
 * payments sandbox and the buyers run in other processes.
 */
export const measureBuying = async (
  server: Measured,
  { buyers: many, batches }: { buyers: number; batches: number },
): Promise<Buying> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const ask = ({ token }: Buyer, method: string, path: string, body?: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const sending = request({ host: '127.0.0.1', port: server.ready.port, method, path, headers, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, body: (text ? JSON.parse(text) : {}) as Answer['body'] })
        })
      })
      sending.on('error', reject)
      sending.end(body && JSON.stringify(body))
    })
  const done = async (answering: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body } = await answering
    if (status >= 300) throw new Error(`a call of a buyer was answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const carts = '/api/v2/products-carts'
  const buyers = await server.ask<Buyer[]>('buyers', many)
  for (const buyer of buyers) await done(ask(buyer, 'POST', '/billing/v3/account/livechat', { payment_method: buyer.card }))

  const [first] = buyers
  if (!first) throw new Error('nobody buys')
  const { id: tried } = await done(ask(first, 'POST', carts))
  const applications: string[] = []
  for (const id of await server.ask<string[]>('forSale', CANDIDATES)) {
    if (applications.length > batches) break
    if ((await ask(first, 'PATCH', `${carts}/${tried}/applications/${id}`)).status === 200) applications.push(id)
  }
  if (applications.length <= batches) throw new Error(`only ${applications.length} applications can be bought`)
  await done(ask(first, 'DELETE', `${carts}/${tried}`))

  const [cart, checkout] = [
    { times: 0, statements: 0, server: 0, database: 0 },
    { times: 0, statements: 0, server: 0, database: 0 },
  ]
  /**
   * Counts the processor seconds of some work. Reading the processor time of PostgreSQL takes a while, but in this process, which is not
   * measured.
   */
  const count = async (into: typeof cart, work: () => Promise<void>): Promise<void> => {
    const database = databaseCpu(server.pid)
    const before = await server.ask<CpuTime>('cpu')
    await work()
    into.server += cpuSeconds(before, await server.ask<CpuTime>('cpu'))
    into.database += (databaseCpu(server.pid) ?? Number.NaN) - (database ?? Number.NaN)
    into.times += buyers.length
  }
  const countStatements = async (into: typeof cart, work: () => Promise<void>): Promise<void> => {
    await server.ask('startStatements')
    await work()
    into.statements = (await server.ask<number>('stopStatements')) / buyers.length
  }
  let processing = 0
  for (const [batch, application] of applications.entries()) {
    const open = new Map<Buyer, string>()
    // The first batch is a warm-up, in which the statements are counted.
    const counts = batch === 0 ? countStatements : count
    await counts(cart, () =>
      eachOf(buyers, async (buyer) => {
        const { id } = await done(ask(buyer, 'POST', carts))
        await done(ask(buyer, 'PATCH', `${carts}/${id}/applications/${application}`))
        open.set(buyer, id)
      }),
    )
    await counts(checkout, async () => {
      await eachOf(buyers, async (buyer) => {
        const path = `${carts}/${open.get(buyer)}`
        await done(ask(buyer, 'PATCH', `${path}/checkout`))
        const { status } = await done(ask(buyer, 'PATCH', `${path}/purchase`))
        if (status === 'purchased') return
        processing++
        for (let looks = 0; ; looks++) {
          if ((await done(ask(buyer, 'GET', path))).purchasedAt) break
          if (looks === LOOKS) throw new Error(`a purchase has not ended: ${status}`)
          await sleep(LOOK_AGAIN_MS)
        }
      })
    })
  }
  agent.destroy()
  const per1000 = (what: string, { times, statements, server: own, database }: typeof cart): BuyingCost => ({
    what,
    times,
    statements,
    server: (own / times) * 1_000,
    database: (database / times) * 1_000,
  })
  return {
    costs: [per1000('cart with an item', cart), per1000('checkout and purchase of one item', checkout)],
    processing,
    load: loadavg()[0] ?? 0,
  }
}
