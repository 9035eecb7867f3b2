import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LiveCatalogue } from '../catalogue/index.ts'
import type { InstallRules } from '../installs/index.ts'
import { REDIRECTS } from './authorize/deps.ts'
import { registerAuthorizeRoutes } from './authorize/routes.ts'
import { registerClientRoutes } from './clients/routes.ts'
import { registerDiscovery } from './discovery.ts'
import { registerGhostRoutes } from './ghost.ts'
import { registerPeopleRoutes } from './people/routes.ts'
import { sessionCookie } from './sessions/cookie.ts'
import { createLimiter } from './sessions/limiter.ts'
import { registerSessionRoutes } from './sessions/routes.ts'
import { countFailures } from './sessions/sign-in.ts'
import { keepTidy } from './tidy.ts'
import { registerTokenRoutes } from './tokens/routes.ts'

export type AccountsDeps = {
  database: Database
  catalogue: LiveCatalogue
  clock: Clock
  /** The storefront's origin. */
  publicUrl: string
  /** This server's own. */
  accountsUrl: string
  /** A password that everybody knows, and that signs nobody in; null where it does. */
  refusedPassword: string | null
  rules: InstallRules
}

/** Everything that the accounts server answers, but what of installs is asked there. */
export const registerAccountsRoutes = async (app: FastifyInstance, deps: AccountsDeps): Promise<void> => {
  await app.register(cookie)
  await app.register(formbody)
  registerPeopleRoutes(app, deps)
  registerTokenRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerClientRoutes(app, deps)
  registerGhostRoutes(app, deps)
  registerDiscovery(app, deps)
  registerAuthorizeRoutes(app, {
    ...deps,
    cookie: sessionCookie(deps.accountsUrl.startsWith('https:')),
    failures: countFailures(),
    redirects: createLimiter(REDIRECTS),
  })
  const stopTidying = keepTidy({ ...deps, log: app.log })
  app.addHook('onClose', stopTidying)
}
