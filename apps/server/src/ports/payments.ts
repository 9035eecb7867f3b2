// The payment provider in the words of the field. Amounts are cents; currencies are three small letters.

/** What a page where a card is entered needs: the provider's script, and its key for browsers. */
export type PaymentsInBrowser = {
  script: string
  /** Null where it was not given: then nobody can enter a card. */
  publishableKey: string | null
}

/** A label of ours that the provider keeps with an object, such as the id of an attempt. Never anything about a person. */
export type PaymentMetadata = Readonly<Record<string, string>>

export type SavedCard = {
  id: string
  /** visa, mastercard, amex … */
  brand: string
  /** Null where the provider does not tell. */
  firstSix: string | null
  lastFour: string
  expMonth: number
  expYear: number
}

/** One payment on its way. */
export type PaymentIntent = {
  id: string
  /** `open` waits for a card, `challenge` for its owner, `authorized` for the capture. `captured` and `canceled` are final. */
  state: 'open' | 'challenge' | 'processing' | 'authorized' | 'captured' | 'canceled'
  amount: number
  currency: string
  captured: number
  /** What refunds name as theirs, once something was captured. */
  captureId: string | null
  customerId: string | null
  cardId: string | null
  /** For the buyer's browser alone. */
  clientSecret: string
  metadata: PaymentMetadata
  createdAt: Date
}

/** A card on its way to being saved. */
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
/** The card's owner must prove who they are; their browser does it with the intent's client secret. */
export type ActionRequired<T> = { kind: 'action_required'; value: T }
/**
 * The bank said no. `final`: asking again without the card's owner is senseless, also because of authentication_required. `intentId` is
 * of the intent that is left: cancel it, so that nobody pays it with another card.
 */
export type Declined = { kind: 'declined'; code: string; final: boolean; intentId: string | null }
/** The provider did not do it, and would not if it were asked again: no such object, or not in this state. */
export type Refused = { kind: 'refused'; code: string }
/**
 * Nobody knows whether it was done. Ask again with the same key and the same parameters. `replayed`: the key only repeats an error, so
 * read the intent (or list the customer's) instead, and use a new key once the old attempt can no longer charge.
 */
export type Unknown = {
  kind: 'unknown'
  reason: 'timeout' | 'connection' | 'provider_error' | 'too_many_requests' | 'in_progress'
  replayed: boolean
}

export type PaymentOutcome<T> = Succeeded<T> | Refused | Unknown
export type AuthorizeOutcome = Succeeded<PaymentIntent> | ActionRequired<PaymentIntent> | Declined | Refused | Unknown

/** What the provider tells of by itself: a hint. Whoever hears it fetches the object again. */
export type PaymentEvent = {
  /** The same each time it is delivered. */
  id: string
  type: string
  about: { kind: 'intent' | 'card_setup' | 'refund' | 'dispute' | 'other'; id: string }
  createdAt: Date
}

export type NewPayment = {
  customerId: string
  cardId: string
  amount: number
  currency: string
  description: string
  metadata: PaymentMetadata
  /** Whether the card is kept for payments while its owner is away. */
  saveCard: boolean
  /** A renewal: nobody can be asked, so a card that wants it is declined with authentication_required. */
  ownerAway: boolean
}

/** A page of a list, the newest first. `next` asks for the page after it; null after the last one. */
export type PaymentPage<T> = { items: readonly T[]; next: string | null }
export type PageQuery = { since: Date; after: string | null }

/**
 * Each call throws inside a database transaction, ends within 10 s, and throws for what is a fault of the program or of the settings
 * (a wrong key, a key reused for something else). `key` makes a call idempotent: it comes from the row of the attempt.
 */
export type Payments = {
  createCustomer: (
    customer: { email?: string; name: string; metadata: PaymentMetadata },
    key: string,
  ) => Promise<PaymentOutcome<string>>

  /** Reserves the amount on the card. It lasts 7 days at most, until it is captured or canceled. */
  authorize: (payment: NewPayment, key: string) => Promise<AuthorizeOutcome>
  /** Takes the amount, once; the rest of what was authorized is released. A card may still be declined here. */
  capture: (intentId: string, amount: number, key: string) => Promise<PaymentOutcome<PaymentIntent> | Declined>
  /** Ends an intent that was not captured. It succeeds too if that was canceled before. */
  cancel: (intentId: string, key: string) => Promise<PaymentOutcome<PaymentIntent>>
  readIntent: (intentId: string) => Promise<PaymentOutcome<PaymentIntent>>
  /** Every intent of the customer since then that has all of the metadata. For an attempt whose key the provider may have forgotten. */
  findIntents: (query: {
    customerId: string
    since: Date
    metadata: PaymentMetadata
  }) => Promise<PaymentOutcome<readonly PaymentIntent[]>>

  /** Gives back a part of what an intent captured, or all that is left. */
  refund: (
    refund: { intentId: string; amount: number; metadata: PaymentMetadata },
    key: string,
  ) => Promise<PaymentOutcome<Refund>>
  readRefund: (refundId: string) => Promise<PaymentOutcome<Refund>>
  /** Every refund of an intent, also those that somebody made at the provider. */
  listRefunds: (intentId: string) => Promise<PaymentOutcome<readonly Refund[]>>
  readDispute: (disputeId: string) => Promise<PaymentOutcome<Dispute>>
  /** What was created since then, whoever created it, 100 at a time: for a comparison with the books. */
  pageIntents: (query: PageQuery) => Promise<PaymentOutcome<PaymentPage<PaymentIntent>>>
  pageRefunds: (query: PageQuery) => Promise<PaymentOutcome<PaymentPage<Refund>>>
  pageDisputes: (query: PageQuery) => Promise<PaymentOutcome<PaymentPage<Dispute>>>

  /**
   * Begins to save a card. With `cardId` the card's bank is asked at once; without it the browser goes on with the client secret. A repeated
   * key tells the state at the first call: read the setup for the present one.
   */
  startCardSetup: (
    setup: { customerId: string; cardId?: string; metadata: PaymentMetadata },
    key: string,
  ) => Promise<PaymentOutcome<CardSetup> | ActionRequired<CardSetup> | Declined>
  readCardSetup: (setupId: string) => Promise<PaymentOutcome<CardSetup>>
  readCard: (cardId: string) => Promise<PaymentOutcome<SavedCard>>
  listCards: (customerId: string) => Promise<PaymentOutcome<readonly SavedCard[]>>
  /** Takes a card away from its customer: it cannot be charged again. It succeeds too if it was detached before. */
  detachCard: (cardId: string, key: string) => Promise<PaymentOutcome<SavedCard>>

  /** The event in a webhook's bytes, or null if the signature is not the provider's or older than five minutes. */
  readEvent: (bytes: Buffer, signature: string) => PaymentEvent | null
  close: () => void
}
