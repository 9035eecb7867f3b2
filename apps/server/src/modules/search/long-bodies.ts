import { LONGEST_BODY } from '@marketplace/contracts/search/protocol'
import { siteOf } from '@marketplace/domain/network'
import { addRequest, type Allowance, secondsToWait } from '@marketplace/domain/pace'
import type { FastifyError, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'

/** What a screen asks for is shorter. To read so much takes no time that anybody could notice. */
const SHORT_BYTES = 4 * 1024
const UNIT_BYTES = 1024
/** Of long bodies a site may send 2 MB at once, and 256 KB a second after that: reading those takes a hundredth of the processor's time. */
const ALLOWANCE: Allowance = { burst: 2048, everySeconds: 1 / 256 }
/** More sites than this are somebody's making: the oldest go. */
const MOST_SITES = 20_000

/**
 * Counts long bodies by the address that sends them, before a byte of them is read: to take them apart keeps the process from everybody
 * else. A body that does not say how long it is counts as the longest.
 */
export const limitLongBodies = (clock: Clock) => {
  const sites = new LRUCache<string, number>({ max: MOST_SITES })
  const count = ({ headers, ip }: FastifyRequest, reply: FastifyReply): ApiError | undefined => {
    const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : LONGEST_BODY
    // A longer one is refused for its length.
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
