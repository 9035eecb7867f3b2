import type { CatalogueSample } from '../catalogue/write-catalogue.ts'
import type { Scale } from './options.ts'
import { categoryAddresses, fullCategories, listingAddresses } from './addresses.ts'
import { type LoadGenerator, measure, type Measured } from './servers.ts'
import { median } from './statistics.ts'

/** The cost of an uncached page in ms of processor time before compression, with few and with many applications. */
export type Growth = { page: string; smallMs: number; largeMs: number; ratio: number }

export type Sized = { server: Measured; sample: CatalogueSample }

/** A few connections, so that the processor is not idle while a page waits for the database. */
const CONNECTIONS = 4

/** Measures how much more pages cost in a larger catalogue. The sizes alternate, so that both get the same conditions. */
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
