import type { MessagesToHost, MessageToHost } from '@marketplace/contracts/host-messages/messages'

// What the host product in whose frame the marketplace stands is told. Whoever has something to tell need not know whether there is one.

/** What is told before anybody passes it on is kept, but not without end. */
const MOST_EARLY = 20

let passOn: ((message: MessageToHost) => void) | null = null
const early: MessageToHost[] = []

export const tellHost = <Type extends keyof MessagesToHost>(type: Type, data: MessagesToHost[Type]): void => {
  const message = { type, data } as MessageToHost
  if (passOn) return passOn(message)
  early.push(message)
  if (early.length > MOST_EARLY) early.shift()
}

/** From now on messages are passed on, those first that were told before. */
export const onTold = (listener: (message: MessageToHost) => void): void => {
  passOn = listener
  for (const message of early.splice(0)) listener(message)
}
