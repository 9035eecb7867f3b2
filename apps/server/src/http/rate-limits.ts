import type { FastifyRateLimitStore, RateLimitOptions } from '@fastify/rate-limit'
import { createRecentMap } from '../core/recent-map.ts'
import type { FastifyRequest } from 'fastify'
import type { RateLimit } from '@marketplace/contracts/core/endpoint'
import { siteOf } from '@marketplace/domain/network'

/** The most callers that are counted. The least recently used ones are forgotten. */
const MOST_CALLERS = 20_000

/**
 * Counts the requests of each caller. The library's own store returns the same result object for simultaneous requests, so that later
 * requests would cause the refusal of earlier ones.
 */
export class CallerCounts implements FastifyRateLimitStore {
  readonly #windows = createRecentMap<string, { count: number; ends: number }>(MOST_CALLERS)

  incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs = 0): void {
    const now = Date.now()
    const last = this.#windows.get(key)
    const window = last && last.ends > now ? last : { count: 0, ends: now + windowMs }
    window.count++
    this.#windows.set(key, window)
    done(null, { current: window.count, ttl: window.ends - now })
  }

  child(): CallerCounts {
    return new CallerCounts()
  }
}

/** A limit for each account, or for each network if no account is signed in. */
export const limitOf = ({ max, windowSeconds }: RateLimit): RateLimitOptions => ({
  max,
  timeWindow: windowSeconds * 1_000,
  keyGenerator: ({ caller, ip }: FastifyRequest) => caller?.accountId ?? siteOf(ip),
})
