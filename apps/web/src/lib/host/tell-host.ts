import type { MessagesToHost, MessageToHost } from '@marketplace/contracts/host-messages/messages'

// Messages to the host product that frames the marketplace. They can be sent without knowing whether there is a host.

/** The most messages that are kept until a listener is set. */
const MOST_EARLY = 20

let passOn: ((message: MessageToHost) => void) | null = null
const early: MessageToHost[] = []

export const tellHost = <Type extends keyof MessagesToHost>(type: Type, data: MessagesToHost[Type]): void => {
  const message = { type, data } as MessageToHost
  if (passOn) return passOn(message)
  early.push(message)
  if (early.length > MOST_EARLY) early.shift()
}

/** Sets the listener for messages. It gets the kept messages first. */
export const onTold = (listener: (message: MessageToHost) => void): void => {
  passOn = listener
  for (const message of early.splice(0)) listener(message)
}
