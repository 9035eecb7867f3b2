import { listingAddresses } from './addresses.ts'
import { BROWSER } from './fetch-answer.ts'
import { type Filled, type LoadGenerator, measure, startServer } from './servers.ts'

/** Memory of the server's process in MB: when it is ready, and after a load of pages that fills its caches. */
export type Memory = { applications: number; readyMb: number; loadedMb: number; requests: number }

const REQUESTS = 3_000
const CONNECTIONS = 32

/** Requests lists, pages of applications and searches from a new server, nearly each of them once. */
export const measureMemory = async (filled: Filled, generate: LoadGenerator, seed: number): Promise<Memory> => {
  const server = await startServer(filled)
  const { applications, names } = filled.sample
  const searches = names.slice(0, 300).map((name) => `/api/v2/search?${new URLSearchParams({ query: name })}`)
  const lists = listingAddresses(REQUESTS - applications.length - searches.length, filled.applications + seed)
  const paths = [...lists, ...applications, ...searches]
  await measure(server, generate, { asked: ['/apps/'], headers: BROWSER, connections: 1, until: { requests: 1 } })
  const readyMb = await server.ask<number>('memory')
  await measure(server, generate, { asked: paths, headers: BROWSER, connections: CONNECTIONS, until: { requests: REQUESTS } })
  const loadedMb = await server.ask<number>('memory')
  await server.stop()
  return { applications: filled.applications, readyMb, loadedMb, requests: REQUESTS }
}
