import type { FastifyInstance } from 'fastify'
import { countEvents, listApplicationEvents } from '@marketplace/contracts/analytics/endpoints'
import { MOST_DAYS } from '@marketplace/contracts/analytics/events'
import { addUtcDays } from '@marketplace/domain/dates'
import { hasPermission } from '@marketplace/domain/permissions'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { ApiError } from '../../core/api-error.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { findApplication, findOwnApplications } from '../catalogue/index.ts'
import type { EventCounter } from './count-events.ts'
import { readEventCounts } from './repository.ts'

export type AnalyticsRoutesOptions = { database: Database; clock: Clock; counter: EventCounter }

const DEFAULT_DAYS = 30

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

const isRange = (from: string, to: string): boolean =>
  from <= to && addUtcDays(new Date(from), MOST_DAYS).getTime() > new Date(to).getTime()

/** Counts the events that pages send, and answers counts to developers and staff. */
export const registerAnalyticsRoutes = (app: FastifyInstance, { database, clock, counter }: AnalyticsRoutesOptions): void => {
  registerEndpoint(app, countEvents, async ({ body: { variant, events }, request }) =>
    counter.count({
      variant,
      events: events.map(({ event, application, detail }) => ({
        event,
        ...(application !== undefined && { application }),
        ...(detail !== undefined && { detail }),
      })),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  )

  registerEndpoint(app, listApplicationEvents, async ({ params: { id }, query, caller }) => {
    const to = query.to ?? dayOf(clock.now())
    const from = query.from ?? dayOf(addUtcDays(new Date(to), 1 - DEFAULT_DAYS))
    if (!isRange(from, to)) throw new ApiError('INVALID_PARAMETERS')
    const isStaff = hasPermission(caller.scopes, 'operate')
    const found = isStaff
      ? await findApplication(database, id)
      : (await findOwnApplications(database, caller.organizationId, id))[0]
    if (!found) throw new ApiError('APPLICATION_NOT_FOUND')
    const counts = await readEventCounts(database, { from, to, applicationId: id })
    return counts.map(({ detail, ...count }) => ({ ...count, detail: detail || null }))
  })
}
