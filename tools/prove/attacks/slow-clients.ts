import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../lib/attack.ts'
import { openMarketplace } from '../lib/marketplace.ts'
import { limitOf } from '../lib/limit-of.ts'

const CUT_OFF_WITHIN_MS = limitOf(60_000)
/** More simultaneous clients would show nothing new. */
const MOST_AT_ONCE = 50
const BYTE_EVERY_MS = 500
/**
 * The length of a body that never arrives completely. With a longer one a search is limited by its network, and so many searches at once
 * would get 429 at once.
 */
const LENGTH = 4_000

type Client = { what: string; host: string; port: number; begins: string; goesOn: string }

const clientsOf = ({ storefront, accounts }: { storefront: number; accounts: number }): Client[] =>
  ['127.0.0.1', '::1'].flatMap((host) =>
    [
      { what: 'the storefront', port: storefront, path: '/search/1/indexes/*/queries' },
      { what: 'the accounts server', port: accounts, path: '/v2/token' },
    ].flatMap(({ what, port, path }) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
      return [
        { what: `headers to ${what} at ${host}`, host, port, begins: head, goesOn: 'x' },
        { what: `a body to ${what} at ${host}`, host, port, begins: `${head}Content-Length: ${LENGTH}\r\n\r\n`, goesOn: ' ' },
      ]
    }),
  )

/** Sends a byte at intervals. Returns how long the server allowed that, and its answer. Gives up a little after the limit. */
const trickle = ({ host, port, begins, goesOn }: Client): Promise<{ ms: number; told: string }> =>
  new Promise((resolve) => {
    const started = performance.now()
    const socket = connect(port, host)
    let told = ''
    socket.on('connect', () => socket.write(begins))
    socket.on('data', (text) => (told += String(text)))
    // A connection that the server closes may report an error here.
    socket.on('error', () => {})
    const drip = setInterval(() => {
      if (socket.writable) socket.write(goesOn)
      if (performance.now() - started > CUT_OFF_WITHIN_MS + 5_000) socket.destroy()
    }, BYTE_EVERY_MS)
    socket.on('close', () => {
      clearInterval(drip)
      resolve({ ms: performance.now() - started, told })
    })
  })

export const slowClients: Attack = {
  name: 'slow-clients',
  proves:
    'a client that trickles headers or a body is cut off with 408 within 60 s, on IPv4 and IPv6, and others are served meanwhile',
  run: async ({ rounds, log }) => {
    const marketplace = await openMarketplace({ everywhere: true })
    const violations: string[] = []
    try {
      for (let done = 0; done < rounds; done += MOST_AT_ONCE) {
        const clients = Array.from({ length: Math.min(MOST_AT_ONCE, rounds - done) }).flatMap(() => clientsOf(marketplace.ports))
        const trickling = Promise.all(clients.map(async (client) => ({ ...client, ...(await trickle(client)) })))
        await sleep(2_000)
        const { status } = await fetch(`http://127.0.0.1:${marketplace.ports.storefront}/apps/`)
        if (status !== 200) violations.push(`somebody else was told ${status}`)
        const ends = await trickling
        log(`${clients.length} clients were cut off after ${Math.round(Math.max(...ends.map(({ ms }) => ms)) / 1_000)} s at most`)
        for (const { what, ms, told } of ends) {
          if (ms > CUT_OFF_WITHIN_MS) violations.push(`${what}: not cut off`)
          else if (!told.startsWith('HTTP/1.1 408 ')) violations.push(`${what}: was told ${told.slice(0, 100)}`)
        }
      }
      return { rounds, violations }
    } finally {
      await marketplace.close()
    }
  },
}
