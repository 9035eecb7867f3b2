import { LONGEST_BODY } from '@marketplace/contracts/search/protocol'
import { siteOf } from '@marketplace/domain/network'
import { addRequest, type Allowance, secondsToWait } from '@marketplace/domain/pace'
import type { FastifyError, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { createRecentMap } from '../../core/recent-map.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'

/** Bodies up to this length are not counted. Those of the marketplace itself are shorter, and reading them costs hardly any time. */
const SHORT_BYTES = 4 * 1024
const UNIT_BYTES = 1024
/** The limit for a network, in KB: long bodies of 2 MB at once, then 256 KB a second. Reading that much takes 1 % of the processor. */
const ALLOWANCE: Allowance = { burst: 2048, everySeconds: 1 / 256 }
/** The most networks that are remembered. The oldest are forgotten. */
const MOST_SITES = 20_000

/**
 * Limits long bodies by the network that sends them, before a byte is read, because parsing them blocks the process. A body of unknown
 * length counts as the longest.
 */
export const limitLongBodies = (clock: Clock) => {
  const sites = createRecentMap<string, number>(MOST_SITES)
  const count = ({ headers, ip }: FastifyRequest, reply: FastifyReply): ApiError | undefined => {
    const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : LONGEST_BODY
    // A body over the limit is refused elsewhere.
    if (bytes <= SHORT_BYTES || bytes > LONGEST_BODY) return undefined
    const site = siteOf(ip)
    const now = clock.now().getTime()
    const wait = secondsToWait(sites.get(site), now, ALLOWANCE)
    if (wait > 0) {
      reply.header('retry-after', Math.ceil(wait))
      return new ApiError('TOO_MANY_REQUESTS', {
        reason: 'Too many long searches come from this address. Try again in a moment.',
      })
    }
    sites.set(site, addRequest(sites.get(site), now, ALLOWANCE, bytes / UNIT_BYTES))
    return undefined
  }
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void =>
    done(count(request, reply) as FastifyError | undefined)
}
