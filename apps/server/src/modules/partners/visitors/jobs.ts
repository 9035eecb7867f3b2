import { z } from 'zod'
import { declareJob, type QueuedJob, type Worker, workerOf } from '../../jobs/index.ts'
import { deleteOld } from './delete-old.ts'
import { tellWaiting, type TellDependencies } from './tell-waiting.ts'

const TELL_WAITING = declareJob({
  name: 'partners.tell-waiting',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every minute',
})

const DELETE_OLD = declareJob({
  name: 'partners.delete-old',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every night',
})

export const PARTNERS_JOBS: readonly QueuedJob[] = [TELL_WAITING, DELETE_OLD]

export const partnersWorkers = (dependencies: TellDependencies): Worker[] => [
  workerOf(TELL_WAITING, (_, { signal }) => tellWaiting(dependencies, signal)),
  workerOf(DELETE_OLD, (_, { signal }) => deleteOld(dependencies, signal)),
]
