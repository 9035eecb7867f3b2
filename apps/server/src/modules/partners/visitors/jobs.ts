import { declareSchedule, type QueuedJob, type Worker, workerOf } from '../../jobs/index.ts'
import { deleteOld } from './delete-old.ts'
import { tellWaiting, type TellDependencies } from './tell-waiting.ts'

const TELL_WAITING = declareSchedule('partners.tell-waiting', 'every minute')

const DELETE_OLD = declareSchedule('partners.delete-old', 'every night', { retries: 3 })

export const PARTNERS_JOBS: readonly QueuedJob[] = [TELL_WAITING, DELETE_OLD]

export const partnersWorkers = (dependencies: TellDependencies): Worker[] => [
  workerOf(TELL_WAITING, (_, { signal }) => tellWaiting(dependencies, signal)),
  workerOf(DELETE_OLD, (_, { signal }) => deleteOld(dependencies, signal)),
]
