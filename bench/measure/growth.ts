import type { CatalogueSample } from '../catalogue/write-catalogue.ts'
import type { Scale } from '../options.ts'
import { categoryAddresses, fullCategories, listingAddresses } from './addresses.ts'
import { type LoadGenerator, measure, type Measured } from './servers.ts'
import { median } from './statistics.ts'

/** What a page that is in no cache costs, in ms of processor time before compression, with few applications and with many. */
export type Growth = { page: string; smallMs: number; largeMs: number; ratio: number }

export type Sized = { server: Measured; sample: CatalogueSample }

/** A few at once, so that a page that waits for the database does not leave the processor idle. */
const CONNECTIONS = 4

/** Measures how much dearer pages get with the size of the catalogue. The sizes take turns, so that both have the same machine. */
export const measureGrowth = async (
  small: Sized,
  large: Sized,
  generate: LoadGenerator,
  { rounds, requests, small: few, large: many }: Scale,
): Promise<Growth[]> => {
  const categories = categoryAddresses(fullCategories([small.sample.categories, large.sample.categories]))
  const pages: [page: string, small: string[], large: string[]][] = [
    ['listing', listingAddresses(requests, few), listingAddresses(requests, many)],
    ['category', categories, categories],
    ['application', small.sample.applications, large.sample.applications],
  ]
  for (const { server } of [small, large]) await server.ask('uncached', true)
  const results: Growth[] = []
  for (const [page, fewer, more] of pages) {
    const cost = async ({ server }: Sized, paths: string[], count: number) => {
      const load = { asked: paths, headers: {}, connections: CONNECTIONS, until: { requests: count } }
      const { cpuSeconds, requests } = await measure(server, generate, load)
      return (cpuSeconds * 1_000) / requests
    }
    for (const [sized, paths] of [
      [small, fewer],
      [large, more],
    ] as const)
      await cost(sized, paths, 3 * requests)
    const costs = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const turns = [
        async () => costs.small.push(await cost(small, fewer, requests)),
        async () => costs.large.push(await cost(large, more, requests)),
      ]
      for (const turn of round % 2 ? turns.toReversed() : turns) await turn()
    }
    const [smallMs, largeMs] = [median(costs.small), median(costs.large)]
    results.push({ page, smallMs, largeMs, ratio: largeMs / smallMs })
  }
  for (const { server } of [small, large]) await server.ask('uncached', false)
  return results
}
