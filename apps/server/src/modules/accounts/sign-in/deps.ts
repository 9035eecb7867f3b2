import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import type { QueueMail } from '../../mail/index.ts'
import type { Challenges } from '../factors/challenges.ts'
import type { Vault } from '../factors/vault.ts'
import type { Query } from '../pages/answers.ts'
import type { SessionCookie } from '../sessions/cookie.ts'
import type { KnownDevices } from '../sessions/known-device.ts'
import type { DemoPassword } from '../sessions/visitor.ts'
import type { Limiter, Pacer } from './limiter.ts'
import type { SignInGate } from './sign-in-gate.ts'

/** The dependencies of signing in. Every page of the accounts server has them. */
export type SignInDeps = {
  database: Database
  clock: Clock
  /** The storefront's origin, to which every page links back. */
  publicUrl: string
  /** This server's own origin. */
  accountsUrl: string
  queueMail: QueueMail
  cookie: SessionCookie
  gate: SignInGate
  devices: KnownDevices
  /** Slows down wrong codes of the second factor. */
  codeGate: SignInGate
  /** Limits codes of authenticator apps from unknown browsers, by account. */
  appCodes: Pacer
  /** Limits the mails about wrong codes after a correct password, by account. */
  warnings: Limiter
  /** The challenges that passkeys sign. */
  challenges: Challenges
  /** Encrypts the secrets of authenticator apps. */
  vault: Vault
  demo: DemoPassword
  /** The query with which a sign-in page continues: without the parameters that only ask for the sign-in. */
  queryAfterSignIn: (query: Query) => string
  /** Whether a page with this query is shown in a popup. */
  isInPopup: (query: Query) => boolean
}
