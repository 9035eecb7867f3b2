import { z } from 'zod'
import { declareJob, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { openExpiredCarts } from './checkout.ts'
import type { CartDependencies } from './show-cart.ts'

const OPEN_EXPIRED = declareJob({
  name: 'carts.open-expired',
  data: z.object({}),
  retries: 0,
  seconds: 55,
  schedule: 'every minute',
})

export const CARTS_JOBS: readonly QueuedJob[] = [OPEN_EXPIRED]

export const cartsWorkers = (dependencies: Pick<CartDependencies, 'database' | 'clock'>): Worker[] => [
  workerOf(OPEN_EXPIRED, (_, { signal }) => openExpiredCarts(dependencies, signal)),
]
