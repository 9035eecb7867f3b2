import { Gauge, type Registry } from '@prometheus-io/client'

/** How many jobs of a queue are in which state, as the queue last counted them. */
export type QueueCounts = { name: string; readyCount: number; deferredCount: number; activeCount: number; failedCount: number }

/** Adds `marketplace_jobs{queue, state}` to the metrics. The counts are read when the metrics are. */
export const countJobs = (registry: Registry, readQueues: () => Promise<readonly QueueCounts[]>): void => {
  const gauge = new Gauge({
    name: 'marketplace_jobs',
    help: 'Jobs by queue and state, as counted within the last seconds',
    labelNames: ['queue', 'state'],
    registers: [registry],
    collect: async () => {
      for (const { name, readyCount, deferredCount, activeCount, failedCount } of await readQueues()) {
        gauge.set({ queue: name, state: 'ready' }, readyCount)
        gauge.set({ queue: name, state: 'deferred' }, deferredCount)
        gauge.set({ queue: name, state: 'active' }, activeCount)
        gauge.set({ queue: name, state: 'failed' }, failedCount)
      }
    },
  })
}
