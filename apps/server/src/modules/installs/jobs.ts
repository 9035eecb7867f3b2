import { z } from 'zod'
import { declareJob, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { tellAwaiting, type TellAwaitingDependencies } from './tell-awaiting.ts'

const TELL_AWAITING = declareJob({
  name: 'installs.tell-awaiting',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every minute',
})

export const INSTALLS_JOBS: readonly QueuedJob[] = [TELL_AWAITING]

export const installsWorkers = (dependencies: TellAwaitingDependencies): Worker[] => [
  workerOf(TELL_AWAITING, (_, { signal }) => tellAwaiting(dependencies, signal)),
]
