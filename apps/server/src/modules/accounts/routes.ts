import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../ports/clock.ts'
import { registerPeopleRoutes } from './people/routes.ts'
import { registerTokenRoutes } from './tokens/routes.ts'

export type AccountsDeps = { database: Database; clock: Clock }

/** Everything that the accounts server answers, but what of installs is asked there. */
export const registerAccountsRoutes = async (app: FastifyInstance, deps: AccountsDeps): Promise<void> => {
  await app.register(formbody)
  registerPeopleRoutes(app, deps)
  registerTokenRoutes(app, deps)
}
