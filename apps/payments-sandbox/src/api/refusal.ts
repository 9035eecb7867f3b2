import type { CardError, IntentRow, SetupRow } from '../ledger/rows.ts'
import type { Decline } from '../cards/behaviours.ts'

export type Answer = { status: number; body: unknown }

type Details = { code?: string; param?: string; extra?: Readonly<Record<string, unknown>>; kept?: boolean }

/** A refused request, which changes nothing, with Stripe's error. */
export class Refusal extends Error {
  readonly status: number
  readonly type: string
  readonly details: Details

  /** With `kept: false` the answer is not stored, so the same Idempotency-Key can be used again. */
  constructor(status: number, type: string, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }

  get kept(): boolean {
    return this.details.kept ?? true
  }

  get answer(): Answer {
    const { code, param, extra } = this.details
    const error = { type: this.type, message: this.message, ...(code && { code }), ...(param && { param }), ...extra }
    return { status: this.status, body: { error } }
  }
}

export const invalid = (message: string, details: Details = {}): Refusal =>
  new Refusal(400, 'invalid_request_error', message, details)

/** A parameter that is missing, unknown or malformed. Stripe does not store such answers under the Idempotency-Key. */
export const badParameter = (code: string, param: string, message: string): Refusal =>
  invalid(message, { code, param, kept: false })

export const missing = (kind: string, id: string, param = 'id'): Refusal =>
  new Refusal(404, 'invalid_request_error', `No such ${kind}: '${id}'`, { code: 'resource_missing', param })

export const apiError = (message: string): Answer => ({ status: 500, body: { error: { type: 'api_error', message } } })

export const cardErrorOf = (decline: Decline, card: string | null): CardError => ({
  code: decline.code,
  declineCode: decline.declineCode,
  adviceCode: decline.adviceCode,
  message: decline.message,
  card,
})

export const presentCardError = (error: CardError, card: unknown): Record<string, unknown> => ({
  type:
    error.code === 'payment_intent_authentication_failure' || error.code === 'setup_intent_authentication_failure'
      ? 'invalid_request_error'
      : 'card_error',
  code: error.code,
  message: error.message,
  ...(error.declineCode && { decline_code: error.declineCode }),
  ...(error.adviceCode && { advice_code: error.adviceCode }),
  ...(card !== null && card !== undefined && { payment_method: card }),
})

export const unexpectedState = (
  kind: 'payment_intent' | 'setup_intent',
  row: IntentRow | SetupRow,
  object: unknown,
  verb: string,
): Refusal =>
  invalid(
    `You cannot ${verb} this ${kind === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} because it has a status of ${row.status}.`,
    {
      code: `${kind}_unexpected_state`,
      extra: { [kind]: object },
    },
  )
