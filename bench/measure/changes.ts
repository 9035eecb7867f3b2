import { setTimeout as wait } from 'node:timers/promises'
import { cpuSeconds, type CpuTime } from '../processes/worker.ts'
import type { Block } from '../processes/block-meter.ts'
import { fetchAnswer } from './fetch-answer.ts'
import type { Measured } from './servers.ts'
import { median, share } from './statistics.ts'

/** The answers to visitors who request pages one after the other, in ms. */
export type Visit = {
  block: Block
  /** How long an answer took. */
  medianMs: number
  p99Ms: number
  longestMs: number
}

/** The effect of changes on visitors of pages that do not show the changed data. */
export type Changes = {
  applications: number
  /**
   * The number of pages that were requested repeatedly, the number of requests while other applications were rated, and the number of
   * renderings meanwhile; all other answers came from the cache.
   */
  pages: number
  requests: number
  renderedAgain: number
  ratings: number
  /** How long the answer to a rating takes. */
  ratingMs: number
  /** The processor time of the server for one rating, with the pages that it changes, in ms. */
  ratingCpuMs: number
  /** The same requests, while ratings arrive and without ratings. */
  rated: Visit
  quiet: Visit
}

const PER_SECOND = 10
const PAGES_BETWEEN = 8

/**
 * Rates ten applications a second through the API, while pages that show none of these are requested, and counts how many pages were
 * rendered again.
 */
export const measureChanges = async (
  server: Measured,
  {
    applications,
    paths,
    lists,
    seconds,
  }: { applications: number; paths: readonly string[]; lists: readonly string[]; seconds: number },
): Promise<Changes> => {
  const middle = Math.floor(paths.length / 2)
  const slugs = paths.slice(0, middle).map((path) => path.split('/')[2] ?? '')
  const { ids, tokens } = await server.ask<{ ids: string[]; tokens: string[] }>('enrol', slugs)

  const ratings: number[] = []
  const rate = async (number: number) => {
    const url = `http://127.0.0.1:${server.ready.port}/api/v2/feedback/rate/application/${ids[number % ids.length]}`
    const headers = { authorization: `Bearer ${tokens[number % tokens.length]}`, 'content-type': 'application/json' }
    const started = performance.now()
    const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ rate: 1 + (number % 5) }) })
    if (!answer.ok) throw new Error(`a rating was answered with ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    ratings.push(performance.now() - started)
  }
  // The page of another application also shows a rated one if both have the same developer.
  const watched: string[] = []
  for (const path of [...paths.slice(middle), ...lists]) {
    const { text } = await fetchAnswer(server.ready.port, path)
    if (!slugs.some((slug) => text.includes(`/${slug}/`))) watched.push(path)
  }
  const askAll = async () => {
    for (const path of watched) await fetchAnswer(server.ready.port, path)
  }
  const visit = async (change: (number: number) => Promise<void>): Promise<Visit & { cpuSeconds: number }> => {
    const times: number[] = []
    const before = await server.ask<CpuTime>('cpu')
    await server.ask('startBlocks')
    for (let number = 0; number < seconds * PER_SECOND; number++) {
      const next = wait(1_000 / PER_SECOND)
      const changed = change(number)
      for (let page = 0; page < PAGES_BETWEEN; page++) {
        const started = performance.now()
        await fetchAnswer(server.ready.port, watched[(number * PAGES_BETWEEN + page) % watched.length] ?? '/')
        times.push(performance.now() - started)
      }
      await Promise.all([changed, next])
    }
    const block = await server.ask<Block>('stopBlocks')
    const taken = cpuSeconds(before, await server.ask<CpuTime>('cpu'))
    return { block, cpuSeconds: taken, medianMs: median(times), p99Ms: share(times, 0.99), longestMs: Math.max(...times) }
  }
  for (let number = 0; number < 5; number++) await rate(number)
  await wait(500)
  await askAll()
  await askAll()
  const quiet = await visit(async () => {})
  ratings.length = 0
  const before = await server.ask<number>('rendered')
  const rated = await visit(rate)
  await wait(500)
  await askAll()
  const renderedAgain = (await server.ask<number>('rendered')) - before
  return {
    applications,
    pages: watched.length,
    requests: seconds * PER_SECOND * PAGES_BETWEEN + watched.length,
    renderedAgain,
    ratings: ratings.length,
    ratingMs: median(ratings),
    ratingCpuMs: ((rated.cpuSeconds - quiet.cpuSeconds) * 1_000) / ratings.length,
    rated,
    quiet,
  }
}
