import { z } from 'zod'
import { declareJob, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { notifyAwaiting, type NotifyAwaitingDependencies } from './tell-awaiting.ts'

const NOTIFY_AWAITING = declareJob({
  name: 'installs.tell-awaiting',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every minute',
})

export const INSTALLS_JOBS: readonly QueuedJob[] = [NOTIFY_AWAITING]

export const installsWorkers = (dependencies: NotifyAwaitingDependencies): Worker[] => [
  workerOf(NOTIFY_AWAITING, (_, { signal }) => notifyAwaiting(dependencies, signal)),
]
