// The payment provider, in the terms of payments. Amounts are in cents; currencies are three lower-case letters.

/** The data for a page where a card is entered: the provider's script, and its key for browsers. */
export type PaymentsInBrowser = {
  script: string
  /** Null if the settings contain none: then no card can be entered. */
  publishableKey: string | null
}

/** Labels that the marketplace adds to an object of the provider, such as the id of an attempt. Never personal data. */
export type PaymentMetadata = Readonly<Record<string, string>>

export type SavedCard = {
  id: string
  /** visa, mastercard, amex … */
  brand: string
  /** Null if the provider does not report it. */
  firstSix: string | null
  lastFour: string
  expMonth: number
  expYear: number
}

/** A payment at the provider, from its creation to its end. */
export type PaymentIntent = {
  id: string
  /** `open` waits for a card, `challenge` for its owner, `authorized` for the capture. `captured` and `canceled` are final. */
  state: 'open' | 'challenge' | 'processing' | 'authorized' | 'captured' | 'canceled'
  amount: number
  currency: string
  captured: number
  /** The id of the capture, to which refunds refer; null before a capture. */
  captureId: string | null
  customerId: string | null
  cardId: string | null
  /** The secret with which the buyer's browser continues. Send it to no one else. */
  clientSecret: string
  metadata: PaymentMetadata
  createdAt: Date
}

/** A card that is being saved. */
export type CardSetup = {
  id: string
  state: 'open' | 'challenge' | 'processing' | 'saved' | 'canceled'
  customerId: string | null
  cardId: string | null
  clientSecret: string
}

export type Refund = {
  id: string
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
  amount: number
  currency: string
  captureId: string | null
  intentId: string | null
  metadata: PaymentMetadata
}

export type Dispute = { id: string; state: 'open' | 'won' | 'lost'; amount: number; currency: string; captureId: string }

export type Succeeded<T> = { kind: 'succeeded'; value: T }
/** The cardholder must prove their identity. Their browser does this with the intent's client secret. */
export type ActionRequired<T> = { kind: 'action_required'; value: T }
/**
 * The bank declined. `final`: a retry is useless while the cardholder is absent; this includes authentication_required. `intentId` is the
 * intent that still exists: cancel it, so that nobody pays it with another card.
 */
export type Declined = { kind: 'declined'; code: string; final: boolean; intentId: string | null }
/** The provider did nothing, and a retry would not change that: the object does not exist or has another state. */
export type Refused = { kind: 'refused'; code: string }
/**
 * It is unknown whether the provider has made the change. Retry with the same key and the same parameters. `replayed`: the provider only
 * repeats an error for this key, so read the intent (or list the customer's intents) instead, and use a new key once the old attempt can no
 * longer charge.
 */
export type Unknown = {
  kind: 'unknown'
  reason: 'timeout' | 'connection' | 'provider_error' | 'too_many_requests' | 'in_progress'
  replayed: boolean
}

export type PaymentOutcome<T> = Succeeded<T> | Refused | Unknown
export type AuthorizeOutcome = Succeeded<PaymentIntent> | ActionRequired<PaymentIntent> | Declined | Refused | Unknown

/** An event from the provider. It is only a hint: handlers fetch the object again. */
export type PaymentEvent = {
  /** The id, which is the same for each delivery of the event. */
  id: string
  type: string
  about: { kind: 'intent' | 'card_setup' | 'card' | 'refund' | 'dispute' | 'other'; id: string }
  createdAt: Date
}

export type NewPayment = {
  customerId: string
  cardId: string
  amount: number
  currency: string
  description: string
  metadata: PaymentMetadata
  /** Whether the card is saved for payments without the cardholder. */
  saveCard: boolean
  /**
   * Whether the cardholder is absent, as at a renewal. A card whose bank requires a confirmation is then declined with
   * authentication_required.
   */
  ownerAway: boolean
}

/** A page of a list, the newest first. `next` selects the next page; null after the last one. */
export type PaymentPage<T> = { items: readonly T[]; next: string | null }
export type PageQuery = { since: Date; after: string | null }

/**
 * Each call ends within 10 s. It throws inside a database transaction, and for errors of the program or the settings (a wrong key, or a key
 * that was used for something else). `key` makes a call idempotent; it is made from the row of the attempt.
 */
export type Payments = {
  createCustomer: (
    customer: { email?: string; name: string; metadata: PaymentMetadata },
    key: string,
  ) => Promise<PaymentOutcome<string>>

  /** Reserves the amount on the card for 7 days at most, until it is captured or canceled. */
  authorize: (payment: NewPayment, key: string) => Promise<AuthorizeOutcome>
  /** Captures the amount, once, and releases the rest of the authorized amount. The bank may still decline here. */
  capture: (intentId: string, amount: number, key: string) => Promise<PaymentOutcome<PaymentIntent> | Declined>
  /** Ends an intent that was not captured. Also succeeds if it was canceled before. */
  cancel: (intentId: string, key: string) => Promise<PaymentOutcome<PaymentIntent>>
  readIntent: (intentId: string) => Promise<PaymentOutcome<PaymentIntent>>
  /** The customer's intents since `since` that have all of the metadata. For an attempt whose key the provider may have forgotten. */
  findIntents: (query: {
    customerId: string
    since: Date
    metadata: PaymentMetadata
  }) => Promise<PaymentOutcome<readonly PaymentIntent[]>>

  /** Refunds a part of a captured intent, or everything that is left of it. */
  refund: (
    refund: { intentId: string; amount: number; metadata: PaymentMetadata },
    key: string,
  ) => Promise<PaymentOutcome<Refund>>
  readRefund: (refundId: string) => Promise<PaymentOutcome<Refund>>
  /** All refunds of an intent, including those made at the provider. */
  listRefunds: (intentId: string) => Promise<PaymentOutcome<readonly Refund[]>>
  readDispute: (disputeId: string) => Promise<PaymentOutcome<Dispute>>
  /** All intents created since `since`, 100 at a time: for a comparison with the books. */
  pageIntents: (query: PageQuery) => Promise<PaymentOutcome<PaymentPage<PaymentIntent>>>
  pageRefunds: (query: PageQuery) => Promise<PaymentOutcome<PaymentPage<Refund>>>
  pageDisputes: (query: PageQuery) => Promise<PaymentOutcome<PaymentPage<Dispute>>>

  /**
   * Begins to save a card. With `cardId`, the card's bank is asked at once; without it, the browser continues with the client secret. A
   * repeated key returns the state at the first call, so read the setup to get the current state.
   */
  startCardSetup: (
    setup: { customerId: string; cardId?: string; metadata: PaymentMetadata },
    key: string,
  ) => Promise<PaymentOutcome<CardSetup> | ActionRequired<CardSetup> | Declined>
  readCardSetup: (setupId: string) => Promise<PaymentOutcome<CardSetup>>
  readCard: (cardId: string) => Promise<PaymentOutcome<SavedCard>>
  listCards: (customerId: string) => Promise<PaymentOutcome<readonly SavedCard[]>>
  /** Detaches a card from its customer, so that it cannot be charged again. Also succeeds if it was detached before. */
  detachCard: (cardId: string, key: string) => Promise<PaymentOutcome<SavedCard>>

  /** The event in a webhook's bytes, or null if the signature is not the provider's or older than five minutes. */
  readEvent: (bytes: Buffer, signature: string) => PaymentEvent | null
  close: () => void
}
