import { expect, test } from 'vitest'
import type { OrganizationId } from '../../core/caller.ts'
import { createSpecialPlaces, NoPlace } from './special-places.ts'

const who = (organization: number | string, account: number | string) => ({
  organizationId: `organization-${organization}` as OrganizationId,
  accountId: `account-${account}`,
})
const PRODUCT = 'https://product.example'

/** The error code if no place is free; null if one was taken. */
const codeOf = (take: () => unknown): string | null => {
  try {
    take()
    return null
  } catch (error) {
    if (!(error instanceof NoPlace)) throw error
    return error.code
  }
}

test('an organization and an account have three places each, and a place is returned once', () => {
  const { take } = createSpecialPlaces()
  const leave = take(who('a', 1), PRODUCT)
  take(who('a', 2), PRODUCT)
  take(who('a', 1), 'https://other.example')
  expect(codeOf(() => take(who('a', 3), PRODUCT))).toBe('TOO_MANY_REQUESTS')
  expect(codeOf(() => take(who('b', 1), PRODUCT))).toBeNull()
  expect(codeOf(() => take(who('c', 1), PRODUCT))).toBe('TOO_MANY_REQUESTS')
  leave()
  leave()
  expect(codeOf(() => take(who('a', 3), PRODUCT))).toBeNull()
  expect(codeOf(() => take(who('a', 4), PRODUCT))).toBe('TOO_MANY_REQUESTS')
})

test('each product has a hundred places of its own', () => {
  const { take } = createSpecialPlaces()
  const leave = Array.from({ length: 100 }, (_, index) => take(who(index, index), PRODUCT))
  expect(codeOf(() => take(who('a', 'a'), PRODUCT))).toBe('SPECIAL_INSTALL_BUSY')
  expect(codeOf(() => take(who('a', 'a'), 'https://other.example'))).toBeNull()
  leave[50]?.()
  expect(codeOf(() => take(who('a', 'a'), PRODUCT))).toBeNull()
})
