import { passMessagesOf } from '@marketplace/app-frame/passing'
import { report, track } from '../../../lib/signals.ts'

// The payment provider's script in the page: Stripe's, or the sandbox's with the same names. What it says is a stranger's word.

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

/** The provider's script was stopped in the browser: its origin and our own server answer. */
export class ProviderBlocked extends Error {}
/** The provider does not answer, or there is no network. */
export class ProviderAway extends Error {}
/** The card's owner has to correct something, or the bank has said no; the message is the provider's. */
export class CardRefused extends Error {}

/** Stripe's frames, as the page's policy names them. */
const isStripes = (origin: string): boolean => /^https:\/\/(?:hooks|(?:[\w-]+\.)*js)\.stripe\.com$/.test(origin)

/** An origin of the provider that pages may call. Stripe's scripts come from another one. */
const calledOrigin = (script: string): string => new URL(script).origin.replace('https://js.stripe.com', 'https://api.stripe.com')

const answers = (address: string): Promise<boolean> =>
  fetch(address, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) }).then(
    () => true,
    () => false,
  )

const PROBE_MS = 4_000

/** Why a script of the provider has not come. */
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
  // Its frames talk with the script, beside an application too.
  passMessagesOf(new URL(src).origin, isStripes)
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      // The next look tries again.
      scripts.delete(src)
      void causeOf(src).then(reject)
    })
    document.head.append(script)
  })
  scripts.set(src, loading)
  return loading
}

/** The provider with its publishable key. Throws ProviderBlocked or ProviderAway where its script does not come. */
export const openProvider = async ({
  script,
  publishable_key: key,
}: {
  script: string
  publishable_key: string
}): Promise<Provider> => {
  await loadScript(script)
  const create = (window as { Stripe?: (key: string) => Provider }).Stripe
  // Blockers put an empty script in the place of one.
  if (!create) throw new ProviderBlocked()
  return create(key)
}

const refuse = ({ type, message }: ProviderError): never => {
  if (type === 'api_connection_error') throw new ProviderAway()
  throw new CardRefused(message ?? '')
}

/** The card that was entered, by the name that the provider gives it. Its number never leaves the provider's own frame. */
export const cardFrom = async (provider: Provider, card: CardElement): Promise<string> => {
  const { error, paymentMethod } = await provider.createPaymentMethod({ type: 'card', card })
  if (error || !paymentMethod) return refuse(error ?? {})
  return paymentMethod.id
}

/** Asks the card's owner what the bank wants to know. False where they have put it off: nothing was refused, and nothing paid. */
export const askBank = async (provider: Provider, clientSecret: string): Promise<boolean> => {
  const { error, paymentIntent, setupIntent } = await provider.handleNextAction({ clientSecret })
  if (error) return refuse(error)
  return (paymentIntent ?? setupIntent)?.status !== 'requires_action'
}
