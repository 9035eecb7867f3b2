import { z } from 'zod'
import { declareJob, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { endRights, type EndRightsDependencies, keepEarlier } from './end-rights.ts'
import { takeBackUnanswered, type TakeBackDependencies } from './take-back-unanswered.ts'
import { notifyAwaiting, type NotifyAwaitingDependencies } from './tell-awaiting.ts'

const NOTIFY_AWAITING = declareJob({
  name: 'installs.tell-awaiting',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every minute',
})

const END_RIGHTS = declareJob({
  name: 'installs.end-rights',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every minute',
})

const TAKE_BACK_UNANSWERED = declareJob({
  name: 'installs.take-back-unanswered',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every minute',
})

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
