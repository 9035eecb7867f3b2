import { describe, expect, test } from 'vitest'
import { describeScopes } from '../scopes.ts'
import { hasOverlap, overlapsOf, writersOf } from './overlaps.ts'
import { isUnused, type Use } from './usage.ts'

const day = (date: string) => new Date(`2026-${date}T12:00:00Z`)

test.each<[string, Use, boolean]>([
  ['used yesterday', { measured: true, lastUsedAt: day('11-21'), recordedSince: day('01-01') }, false],
  ['used 29 days ago', { measured: true, lastUsedAt: day('10-24'), recordedSince: day('01-01') }, false],
  ['used 30 days ago', { measured: true, lastUsedAt: day('10-23'), recordedSince: day('01-01') }, true],
  ['never used, installed long ago', { measured: true, lastUsedAt: null, recordedSince: day('01-01') }, true],
  ['never used, installed a week ago', { measured: true, lastUsedAt: null, recordedSince: day('11-15') }, false],
  ['something whose use nobody can notice', { measured: false, lastUsedAt: null, recordedSince: day('01-01') }, false],
])('%s', (_, use, expected) => expect(isUnused(use, day('11-22'))).toBe(expected))

describe('overlapping access', () => {
  const applications = [
    { id: 'a', name: 'Ada', scopes: ['chats--all:rw', 'agents--all:ro'] },
    { id: 'b', name: 'Bea', scopes: ['chats--my:rw', 'agents--all:rw'] },
    { id: 'c', name: 'Cam', scopes: ['chats--all:ro'] },
    { id: 'd', name: 'Dee', scopes: ['crm.write'] },
    { id: 'e', name: 'Eve', scopes: ['tickets--all:rw'] },
  ].map(({ scopes, ...named }) => ({ ...named, ...describeScopes(scopes.map((name) => ({ name, required: true }))) }))
  const writers = writersOf(applications)
  const overlaps = (index: number) => overlapsOf(applications[index] ?? { id: '', access: [] }, writers)

  test('is a group that several applications may change, not one that another may only read', () => {
    expect(overlaps(0)).toEqual([{ group: 'Chats', others: [{ id: 'b', name: 'Bea' }] }])
    expect(overlaps(1)).toEqual([{ group: 'Chats', others: [{ id: 'a', name: 'Ada' }] }])
    expect(overlaps(2)).toEqual([])
  })
  test('is not a group that only one application may change', () => expect(overlaps(4)).toEqual([]))
  test('has the same result in hasOverlap and overlapsOf', () => {
    for (const [index, application] of applications.entries())
      expect([application.id, hasOverlap(application, writers)]).toEqual([application.id, overlaps(index).length > 0])
  })
  test('leaves out scopes of other services, about which the marketplace knows nothing', () => expect(overlaps(3)).toEqual([]))
})
