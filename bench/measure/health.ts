import type { CatalogueSample } from '../catalogue/write-catalogue.ts'
import { hostileTexts } from '../catalogue/typed-texts.ts'
import { fetchAnswer } from './fetch-answer.ts'
import type { LoadGenerator, Measured } from './servers.ts'
import { median } from './statistics.ts'

/** How long `/healthz` takes in ms while strangers send the most expensive searches. */
export type Health = { searches: number; refused: number; medianMs: number; longestMs: number }

/**
 * The strangers' load: connections, length of texts, and hits for each request. A request of the protocol may have a body of any
 * length.
 */
export const STRANGERS = { connections: 24, length: 2_048, hitsPerPage: 1_000 }
const TEXTS = 400
const SECONDS = 6

export const measureHealth = async (
  { ready }: Measured,
  generate: LoadGenerator,
  { words }: CatalogueSample,
  seed: number,
): Promise<Health> => {
  const { connections, length, hitsPerPage } = STRANGERS
  const asked = hostileTexts(words, seed, { count: TEXTS, length }).map((query) => ({
    path: '/search/1/indexes/apps/query',
    body: JSON.stringify({ query, hitsPerPage }),
  }))
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
