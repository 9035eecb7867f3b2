import { declareSchedule, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { SEND_RESET, sendReset, type SendResetDeps } from './reset/send-reset.ts'
import { SEND_SIGN_UP, sendSignUp } from './sign-up/send-sign-up.ts'
import { tidy } from './tidy.ts'

const TIDY = declareSchedule('accounts.tidy', 'every hour', { seconds: 600 })

export const ACCOUNTS_JOBS: readonly QueuedJob[] = [TIDY, SEND_RESET, SEND_SIGN_UP]

export const accountsWorkers = (dependencies: SendResetDeps): Worker[] => [
  workerOf(TIDY, async () => void (await tidy(dependencies.database, dependencies.clock.now()))),
  workerOf(SEND_RESET, ({ resetId }) => sendReset(dependencies, resetId)),
  workerOf(SEND_SIGN_UP, ({ signUpId }) => sendSignUp(dependencies, signUpId)),
]
