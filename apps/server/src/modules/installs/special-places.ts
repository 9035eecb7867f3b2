import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'

/** What one organization, or one account, may have under way at once, of all processes together. */
export const MOST_OF_ONE = 3
/** What all together may have under way with one product: it costs little here, and a stranger takes three of them at most. */
const MOST_OF_PRODUCT = 100

/** Too many installs wait for another product. The caller is to try again when one of them has ended. */
export class NoPlace extends ApiError {
  readonly retryAfterSeconds = 8
}

export type SpecialPlaces = {
  /** Takes a place until the returned function is called. Throws NoPlace if there is none. */
  take: (of: Pick<Caller, 'organizationId' | 'accountId'>, origin: string) => () => void
}

/**
 * The places of installs that wait for another product: for each organization, each account and each product, so that a few who install a
 * lot keep nobody else waiting. This counts the calls of this process, which go on when an install is uninstalled before its answer; what waits
 * in other processes is counted by the rows of the installs, but for a product's hundred.
 */
export const createSpecialPlaces = (): SpecialPlaces => {
  const taken = new Map<string, number>()
  const countOf = (key: string) => taken.get(key) ?? 0
  const add = (key: string, by: 1 | -1) => {
    const count = countOf(key) + by
    if (count > 0) taken.set(key, count)
    else taken.delete(key)
  }
  return {
    take: ({ organizationId, accountId }, origin) => {
      const own = [`organization ${organizationId}`, `account ${accountId}`]
      if (own.some((key) => countOf(key) >= MOST_OF_ONE)) throw new NoPlace('TOO_MANY_REQUESTS')
      if (countOf(origin) >= MOST_OF_PRODUCT) throw new NoPlace('SPECIAL_INSTALL_BUSY')
      const keys = [...own, origin]
      for (const key of keys) add(key, 1)
      return () => {
        for (const key of keys.splice(0)) add(key, -1)
      }
    },
  }
}
