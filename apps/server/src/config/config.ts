import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopbackHost } from '@marketplace/contracts/core/loopback'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { plainIssue } from '@marketplace/contracts/core/plain-issue'
import { findVariant, variantNameOf, type VariantName } from '@marketplace/contracts/core/variants'
import { queryNumber } from '@marketplace/contracts/core/query-number'

/** The error for a bad value of a setting. Its message is one line that names the setting, and ends the start. */
export class SettingError extends Error {}

const port = queryNumber(0, 65_535)
const bool = z.enum(['true', 'false']).transform((value) => value === 'true')
const origin = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const url = new URL(value)
  if (url.pathname !== '/' || url.search || url.hash || url.username) context.addIssue('must be an origin, without a path')
  // In frame-ancestors, a * would match every host.
  if (url.hostname.includes('*')) context.addIssue('must name one host, without *')
  return url.origin
})
/** An address that paths are appended to: no query, no fragment, no credentials. */
const baseUrl = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const url = new URL(value)
  if (url.search || url.hash || url.username) context.addIssue('must be an address without a query')
  return url.href.replace(/\/+$/, '')
})
/** An address for error reports. Its user is the project's public key, and its path ends with the project's number. */
const sentryDsn = z.url({ protocol: /^https?$/ }).refine((value) => {
  // Refinements also run for texts that are no address.
  const url = URL.parse(value)
  if (!url) return false
  const { username, password, pathname, search, hash } = url
  return /^[A-Za-z0-9]{1,100}$/.test(username) && !password && /^(?:\/[\w-]+)*\/\d{1,20}$/.test(pathname) && !search && !hash
}, 'must be a DSN, https://KEY@HOST/PROJECT')
const hostName = z
  .string()
  .refine((value) => isIP(value) !== 0 || /^[a-z0-9.-]+$/i.test(value), 'must be a host name or an address')

/**
 * An address (192.0.2.1) or a range (10.0.0.0/8). The range of all addresses is refused: every client could then fake its
 * address.
 */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

const variantHosts = z.string().transform((value, context): Record<string, VariantName> => {
  try {
    const map = z.record(z.string().regex(/^[a-z0-9.-]+(:\d+)?$/i), z.string()).parse(JSON.parse(value))
    return Object.fromEntries(
      Object.entries(map).map(([host, name]) => {
        const variant = findVariant(name)
        if (!variant || variant.beta) throw new Error(`${name} is no variant`)
        return [host.toLowerCase(), variantNameOf(variant.name)]
      }),
    )
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [error as Error]
    context.addIssue(`must be a JSON map of host name to variant (${issue?.message ?? ''})`)
    return z.NEVER
  }
})

const settings = z.object({
  HOST: hostName.optional(),
  PORT: port.default(3000),
  ACCOUNTS_PORT: port.optional(),
  PAYMENTS_PORT: port.optional(),
  SAMPLE_APPS_PORT: port.optional(),
  SAMPLE_HOST_PORT: port.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: origin.optional(),
  ACCOUNTS_URL: origin.optional(),
  PAYMENTS_URL: origin.optional(),
  SAMPLE_APPS_URL: origin.optional(),
  SAMPLE_HOST_URL: origin.optional(),
  HOST_URL: origin.optional(),
  DEMO: bool.default(true),
  ALLOWED_HOST_ORIGINS: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(origin))
    .optional(),
  SPECIAL_INSTALL_ORIGINS: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(origin))
    .optional(),
  VARIANT_HOSTS: variantHosts.default({}),
  BILLING_RULE_ORGANIZATION: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/, 'must be the id of an organization')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(?:test|live)_[A-Za-z0-9_]{1,200}$/, 'must be a secret key, sk_test_… or sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_[A-Za-z0-9_]{1,200}$/, 'must be a publishable key, pk_test_… or pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=_-]{1,200}$/, 'must be the signing secret of a webhook endpoint, whsec_…')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SEARCH_APP_ID: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/)
    .optional(),
  SEARCH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/)
    .optional(),
  SEARCH_URL: baseUrl.optional(),
  SENTRY_DSN: sentryDsn.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().refine(isNetwork, 'must be addresses or ranges such as 192.0.2.1 or 10.0.0.0/8')))
    .default([]),
  ACCOUNTS_SECRET: z.string().min(32).max(500).optional(),
  METRICS_TOKEN: z.string().min(8).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type PaymentSettings = {
  provider: { name: 'stripe' } | { name: 'sandbox'; port: number }
  secretKey: string
  /** The provider's key for browsers. Without it (null) no card can be entered. */
  publishableKey: string | null
  /** Null if it is not set: then the provider's webhooks are refused. */
  webhookSecret: string | null
  /** Whether real money moves. */
  live: boolean
}

export type Config = {
  /** The addresses to listen on. */
  hosts: readonly string[]
  ports: { storefront: number; accounts: number; payments: number; sampleApps: number; sampleHost: number }
  urls: { public: string; accounts: string; payments: string; sampleApps: string; sampleHost: string; host: string }
  dataDir: string
  databaseUrl: string | null
  demo: boolean
  /**
   * Whether people and clients of the demo can sign in. Their passwords and secrets are public, so other machines must not be able to reach
   * this one.
   */
  demoSignIns: boolean
  /** Never true for the demo. */
  production: boolean
  development: boolean
  allowedHostOrigins: readonly string[]
  /** Origins of the operator's other products that take part in installs. They get a token of the application's client. */
  specialInstallOrigins: readonly string[]
  variantHosts: Readonly<Record<string, VariantName>>
  /**
   * In this organization an install needs a billing permission (docs/product/installing.md, "Who may install"). Null for none.
   */
  billingRuleOrganization: string | null
  /** Encrypts the secrets of second factors; null to use a key in the database. */
  accountsSecret: string | null
  metricsToken: string | null
  /** The payment provider: Stripe, or the sandbox on this loopback port with keys of its own. */
  payments: PaymentSettings
  /** The mail server and the sender's address; null if mail stays in the outbox. */
  smtp: { url: string; from: string } | null
  /** Addresses and ranges of trusted proxies: their headers about a client's address and host are used. */
  trustedProxies: readonly string[]
  /** A hosted index that speaks the search protocol. Null for the index in this process. */
  hostedSearch: { url: string; credentials: { appId: string; apiKey: string } | null } | null
  /** The address for error reports; null if they are off. */
  sentryDsn: string | null
  logLevel: string
  /** Settings that were given although their features do not exist yet. */
  withoutEffect: readonly string[]
  /** Settings that contradict each other, each as a sentence. They are logged at the start. */
  warnings: readonly string[]
}

/** The number of characters of a bad value that the error message shows. */
const LONGEST_SHOWN = 100

/** Prefixes of settings whose features do not exist yet. Their values are checked, and a warning is logged at start. */
const NOT_BUILT = /^S3_/

export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  // Shells and compose files write "not set" as an empty variable.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = settings.safeParse(given, { error: plainIssue })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0] ?? 'A setting')
    // The error message must not contain a secret, not even an invalid one.
    const value = /KEY|SECRET|TOKEN|URL|DSN/.test(name) ? '' : ` (${String(given[name]).slice(0, LONGEST_SHOWN)})`
    throw new SettingError(`${name}${value}: ${issue?.message ?? 'is not valid'}`.replaceAll(/\s+/g, ' '))
  }
  const value = parsed.data
  const next = (offset: number) => (value.PORT === 0 ? 0 : value.PORT + offset)
  const ports = {
    storefront: value.PORT,
    accounts: value.ACCOUNTS_PORT ?? next(1),
    payments: value.PAYMENTS_PORT ?? next(2),
    sampleApps: value.SAMPLE_APPS_PORT ?? next(3),
    sampleHost: value.SAMPLE_HOST_PORT ?? next(4),
  }
  for (const [name, number] of Object.entries(ports)) {
    if (number > 65_535) throw new SettingError(`PORT: leaves no port for ${name} (${number})`)
  }
  const sampleHost = value.SAMPLE_HOST_URL ?? `http://localhost:${ports.sampleHost}`
  const urls = {
    public: value.PUBLIC_URL ?? `http://localhost:${ports.storefront}`,
    accounts: value.ACCOUNTS_URL ?? `http://localhost:${ports.accounts}`,
    payments: value.PAYMENTS_URL ?? `http://localhost:${ports.payments}`,
    sampleApps: value.SAMPLE_APPS_URL ?? `http://127.0.0.1:${ports.sampleApps}`,
    sampleHost,
    host: value.HOST_URL ?? sampleHost,
  }
  const demoSignIns = value.DEMO && (value.HOST === undefined || isLoopbackHost(value.HOST))
  if (demoSignIns) refuseOpenDemo(urls)
  const payments = paymentsOf(value, ports.payments)
  return {
    // The demo listens on both loopback addresses only. Otherwise the default is all IPv4 and IPv6 addresses.
    hosts: value.HOST ? [value.HOST] : value.DEMO ? ['127.0.0.1', '::1'] : ['0.0.0.0', '::'],
    ports,
    urls,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    demo: value.DEMO,
    demoSignIns,
    production: !value.DEMO,
    development: environment.NODE_ENV === 'development',
    allowedHostOrigins: value.ALLOWED_HOST_ORIGINS ?? [sampleHost],
    specialInstallOrigins: value.SPECIAL_INSTALL_ORIGINS ?? (value.DEMO ? [urls.sampleApps] : []),
    variantHosts: value.VARIANT_HOSTS,
    billingRuleOrganization: value.BILLING_RULE_ORGANIZATION ?? null,
    accountsSecret: value.ACCOUNTS_SECRET ?? null,
    metricsToken: value.METRICS_TOKEN ?? null,
    payments,
    smtp: value.SMTP_URL ? { url: value.SMTP_URL, from: value.MAIL_FROM ?? `no-reply@${new URL(urls.public).hostname}` } : null,
    trustedProxies: value.TRUSTED_PROXIES,
    hostedSearch: hostedSearchOf(value),
    sentryDsn: value.SENTRY_DSN ?? null,
    logLevel: value.LOG_LEVEL,
    withoutEffect: Object.keys(given).filter((name) => NOT_BUILT.test(name) && name in settings.shape),
    warnings: [...warningsOf(urls), ...paymentWarningsOf(payments, value.DEMO)],
  }
}

const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname)

/**
 * A public address is served through a proxy, which connects from loopback, so strangers could sign in with the demo's passwords.
 */
const refuseOpenDemo = (urls: Config['urls']): void => {
  const [name, url] =
    Object.entries({ PUBLIC_URL: urls.public, ACCOUNTS_URL: urls.accounts }).find(([, each]) => !isLoopbackUrl(each)) ?? []
  if (name)
    throw new SettingError(
      `${name}: ${url} is an address for others, and DEMO is on, whose passwords are in the documentation. Set DEMO=false`,
    )
}

/** The session cookie is sent in frames of other sites (SameSite=None), which browsers allow over https and on localhost only. */
const warningsOf = ({ public: shop, accounts }: Config['urls']): string[] => {
  if (isLoopbackUrl(accounts) && !isLoopbackUrl(shop))
    return [`ACCOUNTS_URL is ${accounts}: people on other machines cannot sign in there`]
  if (accounts.startsWith('http:') && !isLoopbackUrl(accounts))
    return [`ACCOUNTS_URL is ${accounts}: without https browsers do not keep people signed in`]
  return []
}

type SearchSettings = { SEARCH_URL?: string | undefined; SEARCH_APP_ID?: string | undefined; SEARCH_API_KEY?: string | undefined }

/** SEARCH_URL alone names an index that needs no key. SEARCH_APP_ID alone implies the hosted index's address. */
const hostedSearchOf = ({ SEARCH_URL, SEARCH_APP_ID, SEARCH_API_KEY }: SearchSettings): Config['hostedSearch'] => {
  if (SEARCH_APP_ID && !SEARCH_API_KEY) throw new SettingError('SEARCH_API_KEY: is missing, where SEARCH_APP_ID is set')
  if (SEARCH_API_KEY && !SEARCH_APP_ID) throw new SettingError('SEARCH_APP_ID: is missing, where SEARCH_API_KEY is set')
  const credentials = SEARCH_APP_ID && SEARCH_API_KEY ? { appId: SEARCH_APP_ID, apiKey: SEARCH_API_KEY } : null
  const url = SEARCH_URL ?? (credentials && `https://${credentials.appId}-dsn.algolia.net`)
  return url ? { url, credentials } : null
}

type StripeSettings = {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
}

/** If the secret key is set, Stripe is used and no sandbox is started. */
const paymentsOf = (value: StripeSettings, port: number): PaymentSettings => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = value
  if (!secretKey) {
    if (publishableKey) throw new SettingError('STRIPE_SECRET_KEY: is missing, where STRIPE_PUBLISHABLE_KEY is set')
    const { secret, publishable, webhook } = SANDBOX_KEYS
    const keys = { secretKey: secret, publishableKey: publishable, webhookSecret: webhookSecret ?? webhook }
    return { provider: { name: 'sandbox', port }, ...keys, live: false }
  }
  const live = secretKey.slice(2).startsWith('_live_')
  if (publishableKey && publishableKey.slice(2).startsWith('_live_') !== live)
    throw new SettingError('STRIPE_PUBLISHABLE_KEY: is for test mode where STRIPE_SECRET_KEY is live, or the other way round')
  return {
    provider: { name: 'stripe' },
    secretKey,
    publishableKey: publishableKey ?? null,
    webhookSecret: webhookSecret ?? null,
    live,
  }
}

const paymentWarningsOf = ({ provider, publishableKey, webhookSecret }: PaymentSettings, demo: boolean): string[] => [
  ...(provider.name === 'sandbox' && !demo
    ? ['STRIPE_SECRET_KEY is missing: payments are the sandbox’s, and no money moves']
    : []),
  ...(publishableKey === null ? ['STRIPE_PUBLISHABLE_KEY is missing: people cannot enter cards'] : []),
  ...(webhookSecret === null ? ['STRIPE_WEBHOOK_SECRET is missing: refunds and disputes made at Stripe are not noticed'] : []),
]
