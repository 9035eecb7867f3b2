import { declareSchedule, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { endRights, type EndRightsDependencies, keepEarlier } from './end-rights.ts'
import { takeBackUnanswered, type TakeBackDependencies } from './take-back-unanswered.ts'
import { notifyAwaiting, type NotifyAwaitingDependencies } from './tell-awaiting.ts'

const NOTIFY_AWAITING = declareSchedule('installs.tell-awaiting', 'every minute')

const END_RIGHTS = declareSchedule('installs.end-rights', 'every minute')

const TAKE_BACK_UNANSWERED = declareSchedule('installs.take-back-unanswered', 'every minute')

export const INSTALLS_JOBS: readonly QueuedJob[] = [NOTIFY_AWAITING, END_RIGHTS, TAKE_BACK_UNANSWERED]

export const installsWorkers = (
  dependencies: NotifyAwaitingDependencies & EndRightsDependencies & TakeBackDependencies,
): Worker[] => [
  workerOf(TAKE_BACK_UNANSWERED, (_, { signal }) => takeBackUnanswered(dependencies, signal)),
  workerOf(NOTIFY_AWAITING, (_, { signal }) => notifyAwaiting(dependencies, signal)),
  workerOf(END_RIGHTS, async (_, { signal }) => {
    await keepEarlier(dependencies, signal)
    await endRights(dependencies, signal)
  }),
]
