import type { Database } from '../../db/client.ts'
import type { Clock } from '../../ports/clock.ts'
import { deleteSessionsBefore } from './sessions/repository.ts'
import { deleteTokensBefore } from './tokens/repository.ts'

const EVERY_MS = 3_600_000
/** A code or a refresh token that comes back a little late still ends its family. */
const KEPT_MS = 86_400_000

/** Deletes what has ended a day ago, so much at a time that nobody waits for it. Answers with how many tokens. */
export const tidy = async (database: Database, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - KEPT_MS)
  await deleteSessionsBefore(database, before)
  let deleted = 0
  for (;;) {
    const some = await deleteTokensBefore(database, before)
    deleted += some
    if (some === 0) return deleted
  }
}

export type TidyOptions = { database: Database; clock: Clock; log: { error: (details: object, message: string) => void } }

/** Tidies once an hour, for as long as it is not stopped; it keeps nobody from ending. */
export const keepTidy = ({ database, clock, log }: TidyOptions): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = tidy(database, clock.now()).catch((err: unknown) => log.error({ err }, 'old tokens could not be deleted'))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
