import type { FastifyInstance } from 'fastify'
import { endSessions } from '@marketplace/contracts/accounts/endpoints'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { endSession } from './sessions.ts'

export const registerSessionRoutes = (app: FastifyInstance, { database, clock }: { database: Database; clock: Clock }): void => {
  registerEndpoint(app, endSessions, async ({ caller, reply }) => {
    await endSession(database, caller, clock.now())
    return reply.type('text/plain').send('')
  })
}
