// The rows that the sandbox stores. Times are in milliseconds, amounts in cents.
export type Metadata = Readonly<Record<string, string>>

export type CustomerRow = { id: string; createdAt: number; email: string | null; name: string | null; metadata: Metadata }

/** A card. Of its number only the first six and the last four digits are stored, besides its brand and the way it behaves. */
export type CardRow = {
  id: string
  createdAt: number
  customer: string | null
  brand: string
  firstSix: string
  lastFour: string
  expMonth: number
  expYear: number
  behaviour: string
  /** Whether the card was confirmed for payments without the cardholder. */
  setUp: boolean
  /** Whether the card was charged without a customer or detached from one, so that it cannot be used again. */
  spent: boolean
}

export type CardError = {
  code: string
  declineCode: string | null
  adviceCode: string | null
  message: string
  card: string | null
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

export type IntentRow = {
  id: string
  createdAt: number
  secret: string
  status: IntentStatus
  amount: number
  currency: string
  amountReceived: number
  customer: string | null
  card: string | null
  charge: string | null
  saveCard: boolean
  description: string | null
  metadata: Metadata
  challenge: string | null
  lastError: CardError | null
  canceledAt: number | null
  cancellationReason: string | null
}

export type SetupRow = {
  id: string
  createdAt: number
  secret: string
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled'
  customer: string | null
  card: string | null
  metadata: Metadata
  challenge: string | null
  lastError: CardError | null
}

/** An authorization, with the amount that was captured. */
export type ChargeRow = {
  id: string
  createdAt: number
  intent: string
  customer: string | null
  card: string
  amount: number
  currency: string
  captured: { amount: number; at: number; idempotencyKey: string | null; metadata: Metadata } | null
  amountRefunded: number
  disputed: boolean
}

export type RefundRow = {
  id: string
  createdAt: number
  charge: string
  intent: string
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  failureReason: string | null
  metadata: Metadata
}

export type DisputeRow = {
  id: string
  createdAt: number
  charge: string
  intent: string
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}

/** A page on which the cardholder confirms a payment. Its id is a secret. */
export type ChallengeRow = { id: string; of: string; openedAt: number }

export type EventRow = { id: string; createdAt: number; type: string; object: unknown; idempotencyKey: string | null }

/** A webhook that has not been accepted yet. */
export type DeliveryRow = { id: string; attempts: number; dueAt: number }

export type KeyRow = { id: string; digest: string; status: number; body: string; at: number }

export const OPERATIONS = ['capture', 'authorize', 'setup', 'refund', 'webhook'] as const
export type Operation = (typeof OPERATIONS)[number]
export const FAULTS = ['error_before', 'error_after', 'no_reply_after', 'delay', 'duplicate', 'reorder'] as const
export type FaultKind = (typeof FAULTS)[number]
/** `customer`: the name of the customer whose requests it applies to; null for everybody's. */
export type FaultRow = {
  id: string
  operation: Operation
  fault: FaultKind
  times: number
  ms: number | null
  customer: string | null
}

export type Rows = {
  customers: CustomerRow
  cards: CardRow
  intents: IntentRow
  setups: SetupRow
  charges: ChargeRow
  refunds: RefundRow
  disputes: DisputeRow
  challenges: ChallengeRow
  events: EventRow
  deliveries: DeliveryRow
  keys: KeyRow
  faults: FaultRow
}
export type Table = keyof Rows

/** The most rows of each table. `drop`: a new row replaces the oldest one; otherwise new rows are refused. */
export const CAPACITY: { readonly [T in Table]: { rows: number; drop: boolean } } = {
  customers: { rows: 100_000, drop: false },
  cards: { rows: 100_000, drop: false },
  intents: { rows: 200_000, drop: false },
  setups: { rows: 100_000, drop: true },
  charges: { rows: 200_000, drop: false },
  refunds: { rows: 200_000, drop: false },
  disputes: { rows: 10_000, drop: false },
  challenges: { rows: 10_000, drop: true },
  events: { rows: 20_000, drop: true },
  deliveries: { rows: 20_000, drop: true },
  keys: { rows: 100_000, drop: false },
  faults: { rows: 100, drop: false },
}
export const TABLES = Object.keys(CAPACITY) as readonly Table[]
