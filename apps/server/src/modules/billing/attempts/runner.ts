import { setTimeout as wait } from 'node:timers/promises'
import { addMs, type Clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Database } from '../../../db/client.ts'
import type { Payments } from '../../../ports/payments.ts'
import { askAgainAt, type Attempt, type AttemptSubject, LEASE_MS, NOT_DELIVERED, type SubjectKind } from './attempt.ts'
import { LeaseLost, hasEnded, recordStep } from './record-step.ts'
import { claimLease, findAttempt, findDueAttempts, returnLease } from './repository.ts'
import { type PaymentStepResult, type LiveState, STEPS } from './steps.ts'

export type AttemptProgress = {
  attempt: Attempt
  /** For the provider's script in the buyer's browser, while the bank waits for the cardholder. */
  clientSecret: string | null
}

export type PaymentRunner = {
  /**
   * Continues an attempt until it has ended, until the cardholder has to confirm, or until its outcome is unknown. If the given attempt was
   * just started with a lease, that lease is used.
   */
  run: (attempt: string | Attempt) => Promise<AttemptProgress>
  /** Continues the due attempts. Never throws. */
  resume: () => Promise<void>
  /** Resumes once a second, until `stop`. */
  start: () => void
  /** Waits up to two seconds for running attempts. Another process, or the next start, continues the others. */
  stop: () => Promise<void>
}

/** A point at which tests kill the process. `asked` is between the provider's answer and its recording. */
export type RunnerPoint = `${LiveState} ${'held' | 'asked' | 'recorded'}`

export type PaymentRunnerOptions = {
  database: Database
  payments: Payments
  clock: Clock
  log: { error: (details: object, message: string) => void }
  subjects: Readonly<Partial<Record<SubjectKind, AttemptSubject>>>
  /** Called at each point. If the call never returns, the effect on the database and the provider is that of a kill. */
  at?: (point: RunnerPoint, attempt: Attempt) => Promise<void>
}

const EVERY_MS = 1_000
/** The most simultaneous attempts of a process: each may wait 10 s for the provider, and uses a database connection in between. */
const MAX_RUNNING = 8
/** The most immediate repetitions in one run after an unknown outcome. */
const MAX_REPEATS = 2
const STOP_WITHIN_MS = 2_000
/** If delivery has failed for this long (ms), it is given up, because the authorization would expire after days. */
const DELIVER_WITHIN_MS = 15 * 60_000

export const createPaymentRunner = (options: PaymentRunnerOptions): PaymentRunner => {
  const { database, payments, clock, log, subjects, at = async () => {} } = options
  const running = new Map<string, Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined

  const subjectOf = ({ subjectKind }: Attempt): AttemptSubject => {
    const subject = subjects[subjectKind]
    if (!subject) throw new Error(`no subject delivers ${subjectKind}`)
    return subject
  }

  const record = async (
    attempt: Attempt,
    token: string,
    found: Extract<PaymentStepResult, { kind: 'record' }>,
  ): Promise<Attempt> => {
    const recording = { database, subject: subjectOf(attempt), attempt, token, now: clock.now() }
    try {
      return await recordStep({ ...recording, found })
    } catch (error) {
      const late = found.effect === 'deliver' && recording.now.getTime() - attempt.updatedAt.getTime() > DELIVER_WITHIN_MS
      if (error instanceof LeaseLost || !late) throw error
      log.error({ err: error, attempt: attempt.id }, 'a purchase could not be delivered: its money is released')
      const changes = { state: 'releasing', failureCode: NOT_DELIVERED, failureFinal: false } as const
      return recordStep({ ...recording, found: { kind: 'record', changes } })
    }
  }

  /** Takes steps while this process has the lease. Returns null without the lease. */
  const takeSteps = async (id: string, token: string, started: Attempt | null): Promise<AttemptProgress | null> => {
    /** The attempt as the previous step recorded it, or as it was started; recording renews the lease. */
    let recorded: Attempt | null = started
    for (let repeats = 0; ;) {
      const now = clock.now()
      const attempt: Attempt | null = recorded ?? (await claimLease(database, id, { token, now, until: addMs(now, LEASE_MS) }))
      if (!attempt) return null
      recorded = null
      const state = attempt.state as LiveState
      await at(`${state} held`, attempt)
      const found = await STEPS[state](payments, attempt, now)
      await at(`${state} asked`, attempt)
      if (found.kind === 'record') {
        const changed = await record(attempt, token, found)
        await at(`${state} recorded`, changed)
        if (hasEnded(changed)) return { attempt: changed, clientSecret: null }
        // Claims the lease again if more than half of the recorded lease has passed.
        recorded = changed.leaseUntil.getTime() - clock.now().getTime() > LEASE_MS / 2 ? changed : null
      } else if (found.kind === 'unknown' && found.soon && repeats < MAX_REPEATS) {
        repeats += 1
      } else {
        const until = found.kind === 'wait' ? found.until : askAgainAt(attempt, clock.now())
        await returnLease(database, id, token, until)
        return { attempt, clientSecret: found.kind === 'wait' ? found.clientSecret : null }
      }
    }
  }

  const progressOf = async (id: string): Promise<AttemptProgress> => {
    const attempt = await findAttempt(database, id)
    if (!attempt) throw new Error(`there is no attempt ${id}`)
    return { attempt, clientSecret: null }
  }

  const work = async (id: string, started: Attempt | null): Promise<AttemptProgress> => {
    const token = started?.leaseToken ?? newId()
    try {
      return (await takeSteps(id, token, started?.leaseToken ? started : null)) ?? (await progressOf(id))
    } catch (error) {
      if (error instanceof LeaseLost) return progressOf(id)
      // If this were not handled, the lease would expire, and the same error would repeat every five seconds.
      const attempt = await findAttempt(database, id)
      if (attempt) await returnLease(database, id, token, askAgainAt(attempt, clock.now()))
      throw error
    }
  }

  const run = (attempt: string | Attempt): Promise<AttemptProgress> => {
    const [id, started] = typeof attempt === 'string' ? [attempt, null] : [attempt.id, attempt]
    const done = work(id, started).finally(() => {
      if (running.get(id) === done) running.delete(id)
    })
    if (!running.has(id)) running.set(id, done)
    return done
  }

  const resume = async (): Promise<void> => {
    try {
      const free = MAX_RUNNING - running.size
      if (free <= 0) return
      const due = await findDueAttempts(database, { now: clock.now(), limit: 2 * MAX_RUNNING })
      const idle = due.filter((id) => !running.has(id)).slice(0, free)
      await Promise.all(
        idle.map((id) => run(id).catch((err: unknown) => log.error({ err, attempt: id }, 'a payment could not go on'))),
      )
    } catch (err) {
      log.error({ err }, 'payments that wait could not be read')
    }
  }

  return {
    run,
    resume,
    start: () => {
      timer ??= setInterval(() => void resume(), EVERY_MS).unref()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
      const all = Promise.allSettled(running.values())
      await Promise.race([all, wait(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}
