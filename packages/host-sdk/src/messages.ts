import type { MessagesFromHost, MessagesToHost, TypeFromHost } from '@marketplace/contracts/host-messages/messages'

const APPLICATION = ['id', 'slug', 'name', 'product']
const CHARGE = ['chargeId', 'chargeType']

/** Every type of message that the marketplace sends, with the fields that have to be text. */
const TEXTS: Record<keyof MessagesToHost, readonly string[]> = {
  loaded: ['version'],
  navigate: ['pathname', 'search', 'hash'],
  breadcrumbs: [],
  app_installed: APPLICATION,
  app_removed: APPLICATION,
  app_event: [...APPLICATION, 'event'],
  app_purchased: APPLICATION,
  cart_purchased: ['id'],
  marketplace_cart_update: [],
  mailto: ['email'],
  transaction_accepted: CHARGE,
  transaction_declined: CHARGE,
  transaction_failed: [...CHARGE, 'error'],
}

export type ReceivedMessage = { [Type in keyof MessagesToHost]: { type: Type; data: MessagesToHost[Type] } }[keyof MessagesToHost]

/** A longer text is none of a message: a page that shows or keeps it would be busy with it for a long time. */
export const MOST_TEXT = 10_000

/** A message of the marketplace, or null for anything else. */
export const readMessage = (value: unknown): ReceivedMessage | null => {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown }
  if (typeof type !== 'string' || !Object.hasOwn(TEXTS, type) || typeof data !== 'object' || data === null) return null
  const texts = TEXTS[type as keyof MessagesToHost]
  const isComplete = texts.every((name) => typeof (data as Record<string, unknown>)[name] === 'string')
  const isShort = Object.values(data).every((value) => typeof value !== 'string' || value.length <= MOST_TEXT)
  return isComplete && isShort ? ({ type, data } as ReceivedMessage) : null
}

export type Sent = { type: TypeFromHost; data?: MessagesFromHost[TypeFromHost] }
