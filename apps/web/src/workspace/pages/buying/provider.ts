import { passMessagesOf } from '@marketplace/app-frame/passing'
import { report, track } from '../../../lib/signals.ts'

// The payment provider's script: Stripe's, or the sandbox's with the same interface. Treat its answers as untrusted.

type ProviderError = { type?: string; code?: string; message?: string }
type Intent = { status?: string }
export type CardElement = {
  mount: (place: Element) => void
  destroy: () => void
  focus: () => void
  on: (name: 'ready' | 'change', listener: (event: { complete?: boolean }) => void) => void
}
type Elements = {
  create: (type: 'card', options?: object) => CardElement
  update: (options: { appearance: { theme: Theme } }) => void
}
export type Provider = {
  elements: (options: { appearance: { theme: Theme } }) => Elements
  createPaymentMethod: (given: {
    type: 'card'
    card: CardElement
  }) => Promise<{ error?: ProviderError; paymentMethod?: { id: string } }>
  handleNextAction: (given: {
    clientSecret: string
  }) => Promise<{ error?: ProviderError; paymentIntent?: Intent; setupIntent?: Intent }>
}
export type Theme = 'stripe' | 'night'

/**
 * The browser stopped the provider's script, although the provider and the marketplace's server can be reached. Error reports read this
 * name.
 */
export class ProviderBlocked extends Error {
  override readonly name = 'ProviderBlocked'
}
/** The provider does not answer, or there is no network. */
export class ProviderAway extends Error {}
/** The card was refused, or the buyer has to correct something. The message is the provider's. */
export class CardRefused extends Error {}

/** Whether an origin is one of Stripe's frames that the page's policy allows. */
const isStripes = (origin: string): boolean => /^https:\/\/(?:hooks|(?:[\w-]+\.)*js)\.stripe\.com$/.test(origin)

/** The provider's origin for API calls. Stripe serves its scripts from another origin. */
const calledOrigin = (script: string): string => new URL(script).origin.replace('https://js.stripe.com', 'https://api.stripe.com')

const answers = (address: string): Promise<boolean> =>
  fetch(address, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) }).then(
    () => true,
    () => false,
  )

const PROBE_MS = 4_000

/** Finds out why the provider's script did not load. */
const causeOf = async (script: string): Promise<Error> => {
  const isThere = navigator.onLine && (await answers('/healthz')) && (await answers(`${calledOrigin(script)}/healthz`))
  if (!isThere) return new ProviderAway()
  const blocked = new ProviderBlocked()
  report(blocked, 'checkout')
  track('error_shown', { detail: 'blocked' })
  return blocked
}

const scripts = new Map<string, Promise<void>>()

const loadScript = (src: string): Promise<void> => {
  const known = scripts.get(src)
  if (known) return known
  // The script exchanges messages with its frames. This must work also on a page that frames an application.
  passMessagesOf(new URL(src).origin, isStripes)
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      // The next call tries again.
      scripts.delete(src)
      void causeOf(src).then(reject)
    })
    document.head.append(script)
  })
  scripts.set(src, loading)
  return loading
}

/** Loads the provider and opens it with its publishable key. Throws ProviderBlocked or ProviderAway if the script does not load. */
export const openProvider = async ({
  script,
  publishable_key: key,
}: {
  script: string
  publishable_key: string
}): Promise<Provider> => {
  await loadScript(script)
  const create = (window as { Stripe?: (key: string) => Provider }).Stripe
  // Some blockers replace the script with an empty one.
  if (!create) throw new ProviderBlocked()
  return create(key)
}

const refuse = ({ type, message }: ProviderError): never => {
  if (type === 'api_connection_error') throw new ProviderAway()
  throw new CardRefused(message ?? '')
}

/** Sends the entered card to the provider and returns the provider's id for it. The number never leaves the provider's frame. */
export const cardFrom = async (provider: Provider, card: CardElement): Promise<string> => {
  const { error, paymentMethod } = await provider.createPaymentMethod({ type: 'card', card })
  if (error || !paymentMethod) return refuse(error ?? {})
  return paymentMethod.id
}

/**
 * Lets the cardholder confirm a payment at the bank. Returns false if they postpone it: then the payment is neither completed nor refused.
 */
export const askBank = async (provider: Provider, clientSecret: string): Promise<boolean> => {
  const { error, paymentIntent, setupIntent } = await provider.handleNextAction({ clientSecret })
  if (error) return refuse(error)
  return (paymentIntent ?? setupIntent)?.status !== 'requires_action'
}
