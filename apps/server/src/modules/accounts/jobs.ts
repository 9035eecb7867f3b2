import { z } from 'zod'
import { declareJob, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { sendReset, type SendResetDeps } from './reset/send-reset.ts'
import { sendSignUp } from './sign-up/send-sign-up.ts'
import { tidy } from './tidy.ts'

const TIDY = declareJob({ name: 'accounts.tidy', data: z.object({}), retries: 0, seconds: 600, schedule: 'every hour' })
export const SEND_RESET = declareJob({
  name: 'accounts.send-reset',
  data: z.object({ resetId: z.string() }),
  retries: 5,
  seconds: 60,
})
export const SEND_SIGN_UP = declareJob({
  name: 'accounts.send-sign-up',
  data: z.object({ signUpId: z.string() }),
  retries: 5,
  seconds: 60,
})

export const ACCOUNTS_JOBS: readonly QueuedJob[] = [TIDY, SEND_RESET, SEND_SIGN_UP]

export const accountsWorkers = (dependencies: SendResetDeps): Worker[] => [
  workerOf(TIDY, async () => void (await tidy(dependencies.database, dependencies.clock.now()))),
  workerOf(SEND_RESET, ({ resetId }) => sendReset(dependencies, resetId)),
  workerOf(SEND_SIGN_UP, ({ signUpId }) => sendSignUp(dependencies, signUpId)),
]
