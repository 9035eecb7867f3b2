import type { Variant } from '@marketplace/contracts/core/variants'
import type { PageRenderer } from '../../ports/page-renderer.ts'

type Frames = {
  allowedHostOrigins: readonly string[]
  /** The origin of the accounts server. Scripts call it, and a frame of one pixel asks it who is signed in. */
  accountsUrl: string
  publicUrl: string
  /**
   * The origins of the installed application that the page frames: a list, or `any` if only its organization knows them. Null for no
   * frame.
   */
  applications?: readonly string[] | 'any' | null
  /** The payment provider's origins, on a page where a card is entered. */
  payments?: PaymentSources | null
  /** Where browsers send error reports; null for nowhere. */
  errorReports: string | null
  /** Whether the page shows a picture from any address, which an application has chosen. */
  anyPicture?: boolean
}

/** The origins of the payment provider's part of a checkout. */
export type PaymentSources = { scripts: readonly string[]; frames: readonly string[]; calls: readonly string[] }

/** The origins that Stripe names for its script: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE_SOURCES: PaymentSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
}

const originsOf = (address: string | null): string[] => (address === null ? [] : [URL.parse(address)?.origin ?? []].flat())

/** The origins that applications may have: https only, except for a marketplace on this machine. */
const applicationSources = (publicUrl: string): string[] =>
  publicUrl.startsWith('https:') ? ['https:'] : ['https:', 'http://localhost:*', 'http://127.0.0.1:*']

/**
 * The headers that protect a page, or a shell of the workspace. They limit what may run in it and who may frame it. Both documents are
 * cached, so the policy allows inline scripts by their hash and not by a nonce.
 */
export const pageHeaders = (
  { scriptSources, styleSources }: Pick<PageRenderer, 'scriptSources' | 'styleSources'>,
  variant: Variant,
  { allowedHostOrigins, accountsUrl, errorReports, applications = null, publicUrl, payments = null, anyPicture = false }: Frames,
): Readonly<Record<string, string>> => {
  const known = applications === 'any' ? [] : (applications ?? [])
  const framed = applications === 'any' ? applicationSources(publicUrl) : known
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${["'self'", ...scriptSources, ...(payments?.scripts ?? [])].join(' ')}`,
      `style-src ${["'self'", ...styleSources].join(' ')}`,
      `img-src ${["'self'", 'data:', ...known, ...(anyPicture || applications === 'any' ? ['https:'] : [])].join(' ')}`,
      "font-src 'self'",
      `connect-src ${["'self'", accountsUrl, ...(payments?.calls ?? []), ...known, ...originsOf(errorReports)].join(' ')}`,
      `frame-src ${[accountsUrl, ...(payments?.frames ?? []), ...framed].join(' ')}`,
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${variant.framed && allowedHostOrigins.length ? allowedHostOrigins.join(' ') : "'none'"}`,
    ].join('; '),
    // For browsers that do not know frame-ancestors. It cannot name a list of origins.
    ...(variant.framed ? {} : { 'x-frame-options': 'DENY' }),
  }
}

/** The origins that a checkout loads from: the sandbox's, or Stripe's. */
export const paymentSources = (provider: 'sandbox' | 'stripe', sandboxUrl: string): PaymentSources =>
  provider === 'stripe' ? STRIPE_SOURCES : { scripts: [sandboxUrl], frames: [sandboxUrl], calls: [sandboxUrl] }
