import { Gauge, type Registry } from '@prometheus-io/client'

/** The number of jobs in a queue by state, from the queue's last count. */
export type QueueCounts = { name: string; readyCount: number; deferredCount: number; activeCount: number; failedCount: number }

/** Adds `marketplace_jobs{queue, state}` to the metrics. It is read when the metrics are scraped. */
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
