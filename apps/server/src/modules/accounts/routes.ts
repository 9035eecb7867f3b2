import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { registerAccountRoutes } from './account/routes.ts'
import type { AccountsDeps } from './open-accounts.ts'
import { registerOutboxRoutes } from './outbox/routes.ts'
import { registerPeopleRoutes } from './people/routes.ts'
import { findReset } from './reset/repository.ts'
import { registerResetRoutes } from './reset/routes.ts'
import { registerSecondFactorRoutes } from './second-factor/routes.ts'
import { registerSessionRoutes } from './sessions/routes.ts'
import { registerSignInRoutes } from './sign-in/routes.ts'
import { findSignUp } from './sign-up/repository.ts'
import { registerSignUpRoutes } from './sign-up/routes.ts'

/** Forms are short. Parsing a megabyte of fields takes 10 ms or more, and happens before any limit counts the request. */
const FORM_BYTES = 64 * 1024

/** People, their sessions, and the pages on which they sign up, sign in and change their account. */
export const registerAccountsRoutes = async (app: FastifyInstance, deps: AccountsDeps): Promise<void> => {
  const { database } = deps
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: FORM_BYTES })
  registerPeopleRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerSignInRoutes(app, deps)
  registerSecondFactorRoutes(app, deps)
  registerAccountRoutes(app, deps)
  registerResetRoutes(app, deps)
  registerSignUpRoutes(app, deps)
  const findAsked = async (id: string) => (await findReset(database, id)) ?? findSignUp(database, id)
  registerOutboxRoutes(app, { ...deps, findAsked })
}
