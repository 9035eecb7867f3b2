import { startWorker } from '../processes/worker.ts'
import type { Filled } from './servers.ts'
import { median, share } from './statistics.ts'

/** How long an answer takes while somebody types, in ms, each text at the median of its rounds: half of them are faster than `p50`. */
export type Typing = { applications: number; texts: number; p50: number; p95: number; p99: number }

/**
 * Searches for each text as often as there are rounds, after once for warming up. What a text costs is the median: a stall of the
 * machine hits this text or that, and not the same one in most rounds.
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
