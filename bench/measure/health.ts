import type { CatalogueSample } from '../catalogue/write-catalogue.ts'
import { hostileTexts } from '../catalogue/typed-texts.ts'
import { fetchAnswer } from './fetch-answer.ts'
import type { Asked } from '../processes/load.ts'
import type { LoadGenerator, Measured } from './servers.ts'
import { median } from './statistics.ts'

/** How long `/healthz` takes in ms while strangers send the most expensive searches. `way`: what they search by. */
export type Health = { way: string; searches: number; refused: number; medianMs: number; longestMs: number }

/** The strangers' load: connections, length of texts, and hits for each request of the search protocol. */
export const STRANGERS = { connections: 24, length: 2_048, hitsPerPage: 1_000 }

/** The ways to search, and the request for a text. A page shows the longest part of a text that may be searched. */
const WAYS: readonly { way: string; request: (query: string) => Asked }[] = [
  {
    way: 'the search protocol',
    request: (query) => ({
      path: '/search/1/indexes/apps/query',
      body: JSON.stringify({ query, hitsPerPage: STRANGERS.hitsPerPage }),
    }),
  },
  { way: 'the results page', request: (query) => `/search/?${new URLSearchParams({ query })}` },
  { way: 'a list with a text', request: (query) => `/apps/?${new URLSearchParams({ query })}` },
]
const TEXTS = 400
const SECONDS = 6

export const measureHealth = async (
  server: Measured,
  generate: LoadGenerator,
  { words }: CatalogueSample,
  seed: number,
): Promise<Health[]> => {
  const texts = hostileTexts(words, seed, { count: TEXTS, length: STRANGERS.length })
  const measured = []
  for (const { way, request } of WAYS) measured.push({ way, ...(await measureWay(server, generate, texts.map(request))) })
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
