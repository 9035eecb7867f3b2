import type { MessagesFromHost, MessagesToHost, TypeFromHost } from '@marketplace/contracts/host-messages/messages'

/** Every type of message that the marketplace sends, with the fields that have to be text. */
const TEXTS: Record<keyof MessagesToHost, readonly string[]> = {
  loaded: ['version'],
  navigate: ['pathname', 'search', 'hash'],
  breadcrumbs: [],
  app_installed: ['id', 'slug'],
  app_removed: ['id', 'slug'],
  app_event: ['id', 'slug', 'event'],
  app_purchased: ['id', 'slug'],
  cart_purchased: ['id'],
  marketplace_cart_update: [],
  mailto: ['email'],
  transaction_accepted: ['chargeId'],
  transaction_declined: ['chargeId'],
  transaction_failed: ['chargeId', 'error'],
}

export type ReceivedMessage = { [Type in keyof MessagesToHost]: { type: Type; data: MessagesToHost[Type] } }[keyof MessagesToHost]

/** A message of the marketplace, or null for anything else. */
export const readMessage = (value: unknown): ReceivedMessage | null => {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown }
  if (typeof type !== 'string' || !Object.hasOwn(TEXTS, type) || typeof data !== 'object' || data === null) return null
  const texts = TEXTS[type as keyof MessagesToHost]
  return texts.every((name) => typeof (data as Record<string, unknown>)[name] === 'string')
    ? ({ type, data } as ReceivedMessage)
    : null
}

export type Sent = { type: TypeFromHost; data?: MessagesFromHost[TypeFromHost] }
