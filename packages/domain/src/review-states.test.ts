import { expect, test } from 'vitest'
import { REVIEW_DECISIONS, reviewStateOf } from './review-states.ts'

const AT = new Date('2026-11-01T00:00:00Z')

test.each([
  [{ review: null, verifiedAt: null, rejectedAt: null }, null],
  [{ review: 'Good.', verifiedAt: null, rejectedAt: null }, 'waiting'],
  [{ review: 'Good.', verifiedAt: AT, rejectedAt: null }, 'shown'],
  [{ review: 'Good.', verifiedAt: null, rejectedAt: AT }, 'rejected'],
])('%j is %s', (kept, state) => expect(reviewStateOf(kept)).toBe(state))

test('only a shown text can be hidden, and only a waiting text can be rejected', () => {
  const states = (made: 'verify' | 'reject' | 'hide') =>
    Object.entries(REVIEW_DECISIONS).flatMap(([state, next]) => (next[made] ? [state] : []))
  expect(states('verify')).toEqual(['waiting', 'shown', 'rejected'])
  expect(states('reject')).toEqual(['waiting'])
  expect(states('hide')).toEqual(['shown'])
})
