import type { Database } from '../../../db/client.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SessionCookie } from '../sessions/cookie.ts'
import type { Limiter } from '../sessions/limiter.ts'
import type { Failures } from '../sessions/sign-in.ts'

export type AuthorizeDeps = {
  database: Database
  clock: Clock
  /** The storefront's origin, where every page leads back to. */
  publicUrl: string
  /** This server's own. */
  accountsUrl: string
  cookie: SessionCookie
  /** Wrong passwords. */
  failures: Failures
  /** Redirects, by client and account: a client of others that sends people here again and again is stopped (clients.md). */
  redirects: Limiter
  /** A password that everybody knows, and that is none here. */
  refusedPassword: string | null
}

export const REDIRECTS = { max: 3, seconds: 30 } as const
