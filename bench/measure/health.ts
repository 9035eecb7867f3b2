import type { CatalogueSample } from '../catalogue/write-catalogue.ts'
import { hostileTexts } from '../catalogue/typed-texts.ts'
import { listingAddresses } from './addresses.ts'
import { fetchAnswer } from './fetch-answer.ts'
import type { Asked } from '../processes/load.ts'
import { type LoadGenerator, type Measured } from './servers.ts'
import { median } from './statistics.ts'

/** How long `/healthz` takes in ms while strangers send the most expensive searches. `way`: what they search by. */
export type Health = { way: string; searches: number; refused: number; medianMs: number; longestMs: number }

/** The strangers' load: connections, length of texts, and hits for each request of the search protocol. */
export const STRANGERS = { connections: 24, length: 2_048, hitsPerPage: 1_000 }

const TEXTS = 400
/** More than are answered in the time, so that each is rendered. */
const LISTS = 4_000
const SECONDS = 6

export const measureHealth = async (
  server: Measured,
  generate: LoadGenerator,
  { sample: { words }, applications, seed }: { sample: CatalogueSample; applications: number; seed: number },
): Promise<Health[]> => {
  const { length, hitsPerPage } = STRANGERS
  const texts = hostileTexts(words, seed, { count: TEXTS, length })
  const asked: Readonly<Record<string, Asked[]>> = {
    'the search protocol': texts.map((query) => ({
      path: '/search/1/indexes/apps/query',
      body: JSON.stringify({ query, hitsPerPage }),
    })),
    // A page reads the first 200 characters of its text.
    'the results page': texts.map((query) => `/search/?${new URLSearchParams({ query })}`),
    // Not the lists of the part "load", which are in the cache.
    'lists with filters': listingAddresses(LISTS, applications + seed + 1),
  }
  const measured: Health[] = []
  for (const [way, requests] of Object.entries(asked)) measured.push({ way, ...(await measureWay(server, generate, requests)) })
  return measured
}

const measureWay = async ({ ready }: Measured, generate: LoadGenerator, asked: Asked[]): Promise<Omit<Health, 'way'>> => {
  const { connections } = STRANGERS
  const load = generate({ port: ready.port, asked, headers: {}, connections, until: { seconds: SECONDS }, mayBeRefused: true })
  const state = { over: false }
  const ended = load.finally(() => {
    state.over = true
  })
  const times: number[] = []
  while (!state.over) {
    const started = performance.now()
    await fetchAnswer(ready.port, '/healthz', {})
    times.push(performance.now() - started)
  }
  const { requests, refused } = await ended
  return { searches: requests, refused, medianMs: median(times), longestMs: Math.max(...times) }
}
