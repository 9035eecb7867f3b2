import type { FastifyInstance } from 'fastify'
import type { LiveCatalogue } from '../catalogue/index.ts'
import type { LockCaller } from '../clients/index.ts'
import type { InstallRules } from '../installs/index.ts'
import { type AuthorizeOptions, authorizeDeps } from './authorize/deps.ts'
import { registerAuthorizeRoutes } from './authorize/routes.ts'
import { registerClientRoutes } from './clients/routes.ts'
import { registerDiscovery } from './discovery.ts'
import { registerGhostRoutes } from './tokens/ghost.ts'
import { registerTokenRoutes } from './tokens/routes.ts'

export type OAuthDeps = AuthorizeOptions & { catalogue: LiveCatalogue; rules: InstallRules; lockCaller: LockCaller }

/** Authorizations, tokens and clients. Call registerAccountsRoutes before: it adds the plugins for cookies and forms. */
export const registerOAuthRoutes = (app: FastifyInstance, deps: OAuthDeps): void => {
  registerAuthorizeRoutes(app, authorizeDeps(deps))
  registerTokenRoutes(app, deps)
  registerClientRoutes(app, deps)
  registerGhostRoutes(app, deps)
  registerDiscovery(app, deps)
}
