import type { SendJob } from '../jobs/index.ts'
import type { ClientName } from './account/view.ts'
import { openChallenges } from './factors/challenges.ts'
import { openVault } from './factors/vault.ts'
import type { AuthorizationCookie } from './mailed-links/authorization-cookie.ts'
import { openOutbox, type Outbox } from './outbox/outbox.ts'
import { resetCookie } from './reset/reset-cookie.ts'
import { sessionCookie } from './sessions/cookie.ts'
import { knownDevices } from './sessions/known-device.ts'
import type { SignInDeps } from './sign-in/deps.ts'
import { createLimiter, createPacer, type Limiter } from './sign-in/limiter.ts'
import { createSignInGate } from './sign-in/sign-in-gate.ts'
import { APP_CODES, WARNINGS } from './sign-in/sign-in-step.ts'
import { SIGN_UPS_OF_NETWORK } from './sign-up/begin-sign-up.ts'
import { signUpCookie } from './sign-up/sign-up-cookie.ts'

/** The dependencies of the accounts server's pages. They are created once, because all pages share the counts of wrong passwords. */
export type AccountsDeps = SignInDeps & {
  send: SendJob
  outbox: Outbox
  signUpCookie: AuthorizationCookie
  resetCookie: AuthorizationCookie
  signUpLimit: Limiter
  clientName: ClientName
}

export type AccountsOptions = Pick<
  AccountsDeps,
  | 'database'
  | 'clock'
  | 'publicUrl'
  | 'accountsUrl'
  | 'demo'
  | 'queueMail'
  | 'send'
  | 'clientName'
  | 'queryAfterSignIn'
  | 'isInPopup'
> & {
  /** From readDeviceKey. */
  deviceKey: string
  /** The setting that secrets are encrypted with; null to use the database's own key. */
  secret: string | null
  /** Whether a browser on this machine may read the mails that answer its own forms. */
  showsMail: boolean
}

export const openAccounts = ({ deviceKey: key, secret, showsMail, ...options }: AccountsOptions): AccountsDeps => {
  const https = options.accountsUrl.startsWith('https:')
  return {
    ...options,
    cookie: sessionCookie(https),
    gate: createSignInGate(),
    devices: knownDevices(key, https),
    codeGate: createSignInGate(),
    appCodes: createPacer(APP_CODES),
    warnings: createLimiter(WARNINGS),
    challenges: openChallenges(key),
    vault: openVault(secret === null ? [key] : [secret, key]),
    outbox: openOutbox(key, showsMail),
    signUpCookie: signUpCookie(https),
    resetCookie: resetCookie(https),
    signUpLimit: createLimiter(SIGN_UPS_OF_NETWORK),
  }
}
