import { startWorker } from '../processes/worker.ts'
import type { Filled } from './servers.ts'
import { share } from './statistics.ts'

/** How long an answer takes while somebody types, in ms: half of all are faster than `p50`. */
export type Typing = { applications: number; texts: number; p50: number; p95: number; p99: number }

/** Searches for each text as often as there are rounds, after once for warming up. */
export const measureTyping = async (
  { env, applications }: Filled,
  texts: readonly string[],
  { rounds }: { rounds: number },
): Promise<Typing> => {
  const { ask, stop } = await startWorker('./type.ts', { env })
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const taken = await ask<number[]>('type', texts)
    if (round > 0) times.push(...taken)
  }
  await stop()
  return {
    applications,
    texts: texts.length,
    p50: share(times, 0.5),
    p95: share(times, 0.95),
    p99: share(times, 0.99),
  }
}
