// For each state of an attempt, the call to the provider and the interpretation of its answer. Nothing here writes to the database.
import { addMs } from '../../../core/clock.ts'
import type { PaymentIntent, Payments, Unknown } from '../../../ports/payments.ts'
import {
  ANSWER_WITHIN_MS,
  type Attempt,
  type AttemptState,
  paymentKey,
  labelOf,
  mayBeForgotten,
  NO_ANSWER,
  NOT_DELIVERED,
  SILENT,
  SILENT_FOR_MS,
  STOPPED,
} from './attempt.ts'

export type Changes = Partial<
  Pick<
    Attempt,
    'state' | 'generation' | 'intentId' | 'captureAmount' | 'captureId' | 'failureCode' | 'failureFinal' | 'expiresAt'
  >
>

/** The result of a step. */
export type PaymentStepResult =
  /** A change to record, with an effect of the subject. */
  | { kind: 'record'; changes: Changes; effect?: 'deliver' | 'settle' | 'release' }
  /** The cardholder is asked. */
  | { kind: 'wait'; until: Date; clientSecret: string }
  /** The outcome is unknown. `soon`: repeating the request at once may help. */
  | { kind: 'unknown'; soon: boolean }

export type PaymentStep = (payments: Payments, attempt: Attempt, now: Date) => Promise<PaymentStepResult>

/** How often (ms) to read an intent while its cardholder has to confirm, because a webhook may be lost. */
const LOOK_AGAIN_MS = 10_000

const record = (changes: Changes, effect?: 'deliver' | 'settle' | 'release'): PaymentStepResult => ({
  kind: 'record',
  changes,
  ...(effect && { effect }),
})
const unknown = ({ reason, replayed }: Unknown): PaymentStepResult => ({
  kind: 'unknown',
  soon: !replayed && (reason === 'provider_error' || reason === 'connection'),
})
const notYet: PaymentStepResult = { kind: 'unknown', soon: false }
/** The provider would only repeat the error for this key, and has made no intent, so a new key is used. */
const nextKey = ({ generation }: Attempt): PaymentStepResult => record({ generation: generation + 1 })
const failed = (failureCode: string, failureFinal = false, more: Changes = {}): PaymentStepResult =>
  record({ state: 'releasing', failureCode, failureFinal, ...more })

/** The end of an attempt whose provider does not answer. Nothing was captured, and an ended attempt never captures. */
const GIVEN_UP: PaymentStepResult = record({ state: 'abandoned', failureCode: SILENT }, 'release')

/** The meaning of an intent for an attempt that was not delivered yet. */
const foundIn = (attempt: Attempt, { id, state }: PaymentIntent, now: Date, declined: string): PaymentStepResult => {
  if (state === 'authorized') return record({ state: 'authorized', intentId: id })
  if (state === 'challenge')
    return record({ state: 'action_required', intentId: id, expiresAt: attempt.expiresAt ?? addMs(now, ANSWER_WITHIN_MS) })
  if (state === 'open') return failed(declined, false, { intentId: id })
  if (state === 'canceled') return failed(NO_ANSWER, false, { intentId: id })
  if (state === 'processing') return notYet
  throw new Error(`the intent ${id} of attempt ${attempt.id} was captured before anything was delivered`)
}

/** The intents of an attempt that could still charge the card, authorized ones first. */
const findIntents = async (payments: Payments, attempt: Attempt): Promise<readonly PaymentIntent[] | PaymentStepResult> => {
  if (attempt.customerId === null) return []
  const { customerId, createdAt: since } = attempt
  const outcome = await payments.findIntents({ customerId, since, metadata: labelOf(attempt) })
  if (outcome.kind === 'unknown') return unknown(outcome)
  if (outcome.kind === 'refused') throw new Error(`the provider does not list the intents of a customer: ${outcome.code}`)
  return outcome.value
    .filter(({ state }) => state !== 'canceled')
    .toSorted((a, b) => Number(b.state === 'authorized') - Number(a.state === 'authorized'))
}

/** Finds out what the provider has done for a key of this attempt, if the answer to the key itself no longer shows it. */
const lookUp = async (payments: Payments, attempt: Attempt, now: Date): Promise<PaymentStepResult> => {
  const found = await findIntents(payments, attempt)
  if ('kind' in found) return found
  const [intent, ...others] = found
  if (!intent) return nextKey(attempt)
  for (const { id } of others) {
    const outcome = await payments.cancel(id, `${attempt.id}:cancel:${id}`)
    if (outcome.kind !== 'succeeded') return notYet
  }
  return foundIn(attempt, intent, now, 'card_declined')
}

const reserve: PaymentStep = async (payments, attempt, now) => {
  const { amount, customerId, cardId } = attempt
  if (amount === 0) return record({}, 'deliver')
  if (customerId === null || cardId === null) throw new Error(`attempt ${attempt.id} has an amount and no card`)
  if (mayBeForgotten(attempt, now)) return lookUp(payments, attempt, now)
  const outcome = await payments.authorize(
    {
      customerId,
      cardId,
      amount,
      currency: 'usd',
      description: attempt.description,
      metadata: labelOf(attempt),
      saveCard: attempt.savesCard,
      ownerAway: attempt.ownerAway,
    },
    paymentKey(attempt, 'authorize'),
  )
  switch (outcome.kind) {
    case 'succeeded':
    case 'action_required':
      return foundIn(attempt, outcome.value, now, 'card_declined')
    case 'declined':
      return failed(outcome.code, outcome.final, { intentId: outcome.intentId })
    case 'refused':
      return failed(outcome.code, true)
    case 'unknown':
      return outcome.replayed ? lookUp(payments, attempt, now) : unknown(outcome)
  }
}

const intentIdOf = ({ id, intentId }: Attempt): string => {
  if (intentId === null) throw new Error(`attempt ${id} has no intent`)
  return intentId
}

/** The current intent of an attempt. */
const readIntent = async (payments: Payments, attempt: Attempt): Promise<PaymentIntent | PaymentStepResult> => {
  const outcome = await payments.readIntent(intentIdOf(attempt))
  if (outcome.kind === 'unknown') return unknown(outcome)
  if (outcome.kind === 'refused')
    throw new Error(`the provider does not know the intent of attempt ${attempt.id}: ${outcome.code}`)
  return outcome.value
}

const awaitOwner: PaymentStep = async (payments, attempt, now) => {
  const { expiresAt } = attempt
  const isOver = expiresAt !== null && expiresAt <= now
  const intent = await readIntent(payments, attempt)
  if ('kind' in intent) return isOver ? GIVEN_UP : intent
  if (intent.state !== 'challenge') return foundIn(attempt, intent, now, 'authentication_failed')
  if (isOver) return failed(NO_ANSWER)
  const lookAgainAt = addMs(now, LOOK_AGAIN_MS)
  const until = expiresAt !== null && expiresAt < lookAgainAt ? expiresAt : lookAgainAt
  return { kind: 'wait', until, clientSecret: intent.clientSecret }
}

const deliver: PaymentStep = async () => record({}, 'deliver')

const take: PaymentStep = async (payments, attempt) => {
  const { captureAmount } = attempt
  if (captureAmount === null || captureAmount === 0) throw new Error(`attempt ${attempt.id} has nothing to capture`)
  const outcome = await payments.capture(intentIdOf(attempt), captureAmount, paymentKey(attempt, 'capture'))
  if (outcome.kind === 'declined') return failed(outcome.code, outcome.final)
  if (outcome.kind === 'unknown' && !outcome.replayed) return unknown(outcome)
  const intent = outcome.kind === 'succeeded' ? outcome.value : await readIntent(payments, attempt)
  if ('kind' in intent) return intent
  if (intent.state === 'captured') {
    if (intent.captured !== captureAmount)
      throw new Error(`${intent.captured} cents were captured of attempt ${attempt.id}, not ${captureAmount}`)
    return record({ state: 'captured', captureId: intent.captureId }, 'settle')
  }
  if (intent.state === 'canceled') return failed('authorization_ended')
  if (intent.state === 'processing') return notYet
  return outcome.kind === 'refused' ? failed(outcome.code, true) : nextKey(attempt)
}

/** The end of an attempt whose money was released. */
const endOf = ({ captureAmount, failureCode }: Attempt): PaymentStepResult => {
  if (captureAmount === 0) return record({ state: 'captured' }, 'settle')
  if (failureCode === NOT_DELIVERED || failureCode === STOPPED) return record({ state: 'released' }, 'release')
  return record({ state: failureCode === NO_ANSWER || failureCode === SILENT ? 'abandoned' : 'declined' }, 'release')
}

const giveBack: PaymentStep = async (payments, attempt) => {
  if (attempt.amount === 0) return endOf(attempt)
  if (attempt.intentId === null) {
    // Finds an intent that the provider may have begun for this attempt. The next step cancels it, so that it can no longer charge the
    // card.
    const left = await findIntents(payments, attempt)
    if ('kind' in left) return left
    const [intent] = left
    return intent ? record({ intentId: intent.id }) : endOf(attempt)
  }
  const outcome = await payments.cancel(attempt.intentId, paymentKey(attempt, 'cancel'))
  if (outcome.kind === 'succeeded') return endOf(attempt)
  if (outcome.kind === 'unknown' && !outcome.replayed) return unknown(outcome)
  const intent = await readIntent(payments, attempt)
  if ('kind' in intent) return intent
  if (intent.state === 'canceled') return endOf(attempt)
  if (intent.state === 'captured')
    throw new Error(`the intent ${intent.id} of attempt ${attempt.id} was captured by another program`)
  return outcome.kind === 'refused' ? notYet : nextKey(attempt)
}

export type LiveState = Exclude<AttemptState, 'captured' | 'released' | 'declined' | 'abandoned'>

/**
 * Gives up if the provider does not answer, as long as nothing was delivered. Otherwise a cart could be locked for ever. If there is an
 * authorization, it expires.
 */
const reserveInTime: PaymentStep = async (payments, attempt, now) => {
  const found = await reserve(payments, attempt, now)
  const isLate = now.getTime() - attempt.createdAt.getTime() > SILENT_FOR_MS
  return found.kind === 'unknown' && isLate ? failed(SILENT) : found
}

const giveBackInTime: PaymentStep = async (payments, attempt, now) => {
  const found = await giveBack(payments, attempt, now)
  const isLate = now.getTime() - attempt.updatedAt.getTime() > SILENT_FOR_MS
  return found.kind === 'unknown' && isLate && attempt.captureAmount === null ? GIVEN_UP : found
}

export const STEPS: Readonly<Record<LiveState, PaymentStep>> = {
  claimed: reserveInTime,
  action_required: awaitOwner,
  authorized: deliver,
  capturing: take,
  releasing: giveBackInTime,
}
