import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'

/** The most waiting installs of one organization or one account, in all processes together. */
export const MOST_OF_ONE = 3
/** The most waiting calls to one product. A call takes few resources here, and one person can have at most three. */
const MOST_OF_PRODUCT = 100

/** Too many installs wait for another product. The caller should try again when one of them has ended. */
export class NoPlace extends ApiError {
  readonly retryAfterSeconds = 8
}

export type SpecialPlaces = {
  /** Takes a place. Returns a function that frees it. Throws NoPlace if none is free. */
  take: (of: Pick<Caller, 'organizationId' | 'accountId'>, origin: string) => () => void
}

/**
 * Limits the installs that wait for another product, for each organization, account and product, so that a few people with many installs do
 * not block others. It counts the calls of this process, which continue even if the application is uninstalled before the answer. Waiting
 * installs of other processes are counted by their rows, except for the limit of a product.
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
