import type { Database } from '../../../db/client.ts'
import type { Clock } from '../../../core/clock.ts'
import type { QueueMail } from '../../mail/index.ts'
import type { Challenges } from '../second-factor/challenges.ts'
import type { Vault } from '../second-factor/vault.ts'
import type { SessionCookie } from '../sessions/cookie.ts'
import type { Limiter, Pacer } from '../sessions/limiter.ts'
import type { KnownDevices } from '../sessions/known-device.ts'
import type { SignInGate } from '../sessions/sign-in-gate.ts'

export type AuthorizeDeps = {
  database: Database
  clock: Clock
  /** The storefront's origin, where every page leads back to. */
  publicUrl: string
  /** This server's own. */
  accountsUrl: string
  queueMail: QueueMail
  cookie: SessionCookie
  gate: SignInGate
  devices: KnownDevices
  /** Slows down wrong codes of the second factor. */
  codeGate: SignInGate
  /** Codes of authenticator apps that are tried from browsers that are not known, by account. */
  appCodes: Pacer
  /** Mails that say that somebody knows the password, by account. */
  warnings: Limiter
  /** What passkeys are asked to sign. */
  challenges: Challenges
  /** Encrypts the secrets of authenticator apps. */
  vault: Vault
  /** Redirects, by client and account: a client of others that sends people here again and again is stopped (clients.md). */
  redirects: Limiter
  /** What a signed-in browser is given without being asked, by client and account, and by account: each is a row that lives for hours. */
  grants: { ofClient: Pacer; ofAccount: Pacer }
  /** A password that everybody knows, and whether it signs anybody in on this machine. It never does from elsewhere. */
  demo: { password: string; signIns: boolean }
}

/** Each tab and each frame of an application signs in when it opens, many at once when a window is restored. */
export const GRANTS = { ofClient: { burst: 60, everySeconds: 1 }, ofAccount: { burst: 300, everySeconds: 0.5 } } as const
export const REDIRECTS = { max: 3, seconds: 30 } as const
