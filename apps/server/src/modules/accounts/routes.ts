import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import type { LiveCatalogue } from '../catalogue/index.ts'
import type { LockCaller } from '../clients/index.ts'
import type { InstallRules } from '../installs/index.ts'
import type { SendJob } from '../jobs/index.ts'
import type { QueueMail } from '../mail/index.ts'
import { type AuthorizeDeps, GRANTS, REDIRECTS } from './authorize/deps.ts'
import { registerAccountRoutes } from './account/routes.ts'
import { registerAuthorizeRoutes } from './authorize/routes.ts'
import { registerClientRoutes } from './clients/routes.ts'
import { registerDiscovery } from './discovery.ts'
import { registerGhostRoutes } from './ghost.ts'
import { registerPeopleRoutes } from './people/routes.ts'
import { outboxCookie } from './reset/outbox-cookie.ts'
import { registerResetRoutes } from './reset/routes.ts'
import { openChallenges } from './second-factor/challenges.ts'
import { registerSecondFactorRoutes } from './second-factor/routes.ts'
import { registerSecondStepRoutes } from './second-factor/sign-in-routes.ts'
import { APP_CODES, WARNINGS } from './second-factor/sign-in-step.ts'
import { openVault } from './second-factor/vault.ts'
import { sessionCookie } from './sessions/cookie.ts'
import { knownDevices, readDeviceKey } from './sessions/known-device.ts'
import { createLimiter, createPacer } from './sessions/limiter.ts'
import { registerSessionRoutes } from './sessions/routes.ts'
import { createSignInGate } from './sessions/sign-in-gate.ts'
import { registerSignUpRoutes } from './sign-up/routes.ts'
import { signUpCookie } from './sign-up/sign-up-cookie.ts'
import { registerTokenRoutes } from './tokens/routes.ts'

export type AccountsDeps = {
  database: Database
  catalogue: LiveCatalogue
  clock: Clock
  /** The storefront's origin. */
  publicUrl: string
  /** This server's own. */
  accountsUrl: string
  demo: AuthorizeDeps['demo']
  /** The setting that secrets are encrypted with; null where the database's own key has to do. */
  secret: string | null
  rules: InstallRules
  queueMail: QueueMail
  send: SendJob
  showsMail: boolean
  lockCaller: LockCaller
}

/** Forms are short. A megabyte of fields takes the process 10 ms and more to take apart, before any limit counts the request. */
const FORM_BYTES = 64 * 1024

/** Everything that the accounts server answers, but what of installs is asked there. */
export const registerAccountsRoutes = async (app: FastifyInstance, deps: AccountsDeps): Promise<void> => {
  const key = await readDeviceKey(deps.database)
  const https = deps.accountsUrl.startsWith('https:')
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: FORM_BYTES })
  registerPeopleRoutes(app, deps)
  registerTokenRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerClientRoutes(app, deps)
  registerGhostRoutes(app, deps)
  registerDiscovery(app, deps)
  const authorizeDeps: AuthorizeDeps = {
    ...deps,
    cookie: sessionCookie(https),
    gate: createSignInGate(),
    devices: knownDevices(key, https),
    codeGate: createSignInGate(),
    appCodes: createPacer(APP_CODES),
    warnings: createLimiter(WARNINGS),
    challenges: openChallenges(key),
    vault: openVault(deps.secret === null ? [key] : [deps.secret, key]),
    redirects: createLimiter(REDIRECTS),
    grants: { ofClient: createPacer(GRANTS.ofClient), ofAccount: createPacer(GRANTS.ofAccount) },
  }
  registerAuthorizeRoutes(app, authorizeDeps)
  const mailedDeps = { ...authorizeDeps, send: deps.send, showsMail: deps.showsMail, outbox: outboxCookie(key) }
  registerResetRoutes(app, mailedDeps)
  registerSignUpRoutes(app, { ...mailedDeps, signUpCookie: signUpCookie(https) })
  registerSecondStepRoutes(app, authorizeDeps)
  registerSecondFactorRoutes(app, authorizeDeps)
  registerAccountRoutes(app, { ...authorizeDeps, catalogue: deps.catalogue })
}
