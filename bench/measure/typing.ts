import { startWorker } from '../processes/worker.ts'
import type { Filled } from './servers.ts'
import { median, share } from './statistics.ts'

/** How long searches take while a person types, in ms, over the medians of all texts: half of the texts are faster than `p50`. */
export type Typing = { applications: number; texts: number; p50: number; p95: number; p99: number }

/**
 * Searches for each text once as a warm-up and then once each round. The cost of a text is its median, because a stall of the
 * machine rarely hits the same text in most rounds.
 */
export const measureTyping = async (
  { env, applications }: Filled,
  texts: readonly string[],
  { rounds }: { rounds: number },
): Promise<Typing> => {
  const { ask, stop } = await startWorker('./type.ts', { env })
  const runs: number[][] = []
  for (let round = 0; round <= rounds; round++) {
    const taken = await ask<number[]>('type', texts)
    if (round > 0) runs.push(taken)
  }
  await stop()
  const times = texts.map((_, place) => median(runs.map((taken) => taken[place] ?? 0)))
  return {
    applications,
    texts: texts.length,
    p50: share(times, 0.5),
    p95: share(times, 0.95),
    p99: share(times, 0.99),
  }
}
