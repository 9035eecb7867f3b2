import { COLLECTIONS, type CollectionSlug } from '@marketplace/contracts/catalogue/collections'
import { HIGHLIGHT_TAGS, HIGHLIGHTS_LIMIT } from '@marketplace/contracts/core/enumerations'
import { describe, expect, test } from 'vitest'
import {
  collectionMembers,
  highlights,
  isInCollection,
  isSaasDeal,
  NEWEST_LIMIT,
  type CollectableApplication,
} from './collections.ts'
import type { SortableApplication } from './sorting.ts'

const NOW = new Date('2026-11-03T12:00:00Z')
const DISCOUNT = { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: 20 }

type Given = CollectableApplication & SortableApplication & { tags: readonly string[] }
const application = (id: string, changes: Partial<Given> = {}): Given => ({
  id,
  name: id,
  collections: [],
  tags: [],
  customProps: {},
  authorization: null,
  installations: null,
  rating: { rate: 0, votes: 0 },
  publishedAt: new Date('2026-01-01'),
  payment: null,
  ...changes,
})
const collection = (slug: CollectionSlug) => {
  const found = COLLECTIONS.find((candidate) => candidate.slug === slug)
  if (!found) throw new RangeError(slug)
  return found
}
const ids = (list: readonly Given[]) => list.map(({ id }) => id)

describe('isInCollection', () => {
  const oauth = { type: 'oauth2', clientId: null }

  test.each<[CollectionSlug, string, Partial<Given>, boolean]>([
    ['staff-top-picks', 'a member', { collections: ['starter-pack', 'staff-top-picks'] }, true],
    ['staff-top-picks', 'a member of another', { collections: ['starter-pack'] }, false],
    ['hackathon-winners', 'a member', { collections: ['hackathon-winners'] }, true],
    ['new-and-noteworthy', 'a member', { collections: ['new-and-noteworthy'] }, true],
    ['new-and-noteworthy', 'not a member', {}, false],
    ['ai-powered', 'isAiPowered', { customProps: { isAiPowered: 'true' } }, true],
    ['ai-powered', 'isAiPowered false', { customProps: { isAiPowered: 'false' } }, false],
    ['ai-powered', 'only its slug', { collections: ['ai-powered'] }, false],
    ['by-text', 'internalProduct', { customProps: { internalProduct: 'true' } }, true],
    ['by-text', 'another flag', { customProps: { isAiPowered: 'true' } }, false],
    ['self-setup', 'no authorization', { authorization: null }, true],
    ['self-setup', 'an API key', { authorization: { type: 'apiKey', clientId: null } }, true],
    ['self-setup', 'none', { authorization: { type: 'none', clientId: '' } }, true],
    ['self-setup', 'no type', { authorization: { type: null, clientId: null } }, true],
    ['self-setup', 'oauth2', { authorization: oauth }, false],
    ['self-setup', 'OAuth', { authorization: { type: 'OAuth', clientId: null } }, false],
    ['self-setup', 'OAuth 2.0', { authorization: { type: ' OAuth 2.0', clientId: null } }, false],
    ['self-setup', 'a client id', { authorization: { type: null, clientId: 'c1' } }, false],
  ])('%s with %s', (slug, _, changes, expected) => {
    expect(isInCollection(application('a', changes), collection(slug))).toBe(expected)
  })
})

describe('collectionMembers', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number))
  const many = Array.from({ length: 30 }, (_, index) => application(`a${index}`, { publishedAt: day(index + 1) }))

  test('are the applications that match the rule, in the given order', () => {
    const given = ['c', 'a', 'b'].map((id) => application(id, { collections: id === 'a' ? [] : ['starter-pack'] }))
    expect(ids(collectionMembers(given, collection('starter-pack'), NOW))).toEqual(['c', 'b'])
  })

  test('new-and-noteworthy without members holds the newest, newest first', () => {
    const newest = collectionMembers(many, collection('new-and-noteworthy'), NOW)
    expect(newest).toHaveLength(NEWEST_LIMIT)
    expect(ids(newest).slice(0, 2)).toEqual(['a29', 'a28'])
    expect(ids(newest).at(-1)).toBe('a6')
  })

  test('new-and-noteworthy with a member holds only members', () => {
    const member = application('member', { collections: ['new-and-noteworthy'], publishedAt: day(1) })
    expect(ids(collectionMembers([...many, member], collection('new-and-noteworthy'), NOW))).toEqual(['member'])
  })

  test('the newest leave out applications that are not published yet', () => {
    const given = [
      application('old'),
      application('never', { publishedAt: null }),
      application('soon', { publishedAt: new Date('2027-01-01') }),
    ]
    expect(ids(collectionMembers(given, collection('new-and-noteworthy'), NOW))).toEqual(['old'])
  })

  test('no other empty collection is filled', () => {
    expect(collectionMembers(many, collection('staff-top-picks'), NOW)).toEqual([])
  })
})

describe('isSaasDeal', () => {
  const payment = { price: 1200, oldPrice: null, discountPercent: null, frequency: 'monthly' as const }

  test.each<[string, Partial<Given>, boolean]>([
    ['a running discount', { payment, customProps: DISCOUNT }, true],
    ['no discount', { payment }, false],
    ['a discount of 0 %', { payment, customProps: { ...DISCOUNT, discountPercent: 0 } }, false],
    ['a discount that is over', { payment, customProps: { ...DISCOUNT, discountTo: '2026-11-02' } }, false],
    ['a discount on nothing', { payment: { ...payment, price: 0 }, customProps: DISCOUNT }, false],
    ['a discount without a price', { payment: null, customProps: DISCOUNT }, false],
  ])('%s: %s', (_, changes, expected) => {
    expect(isSaasDeal(application('a', changes), NOW)).toBe(expected)
  })
})

describe('highlights', () => {
  const tagged = (id: string, ...tags: string[]) => application(id, { tags })
  const shown = (given: readonly Given[]) => highlights(given, NOW).map(({ tag, application: { id } }) => `${tag} ${id}`)

  test('come in the order of the tags, each application once', () => {
    const given = [
      tagged('m1', 'monthly-highlights'),
      tagged('right', 'app-of-the-month-right'),
      tagged('other', 'something-else'),
      tagged('month', 'monthly-highlights', 'app-of-the-month'),
      tagged('week', 'app-of-the-week'),
    ]
    expect(shown(given)).toEqual([
      'app-of-the-week week',
      'app-of-the-month month',
      'app-of-the-month-right right',
      'monthly-highlights m1',
    ])
  })

  test('are 6 at most, the recommended ones first', () => {
    const given = [1, 2, 3, 4, 5, 6, 7, 8].map((order) =>
      application(`m${order}`, { tags: ['monthly-highlights'], customProps: { order } }),
    )
    const found = shown([...given, tagged('week', 'app-of-the-week')])
    expect(found).toHaveLength(HIGHLIGHTS_LIMIT)
    expect(found.slice(0, 3)).toEqual(['app-of-the-week week', 'monthly-highlights m8', 'monthly-highlights m7'])
  })

  test('know every highlight tag', () => {
    const given = HIGHLIGHT_TAGS.map((tag) => tagged(tag, tag))
    expect(
      highlights(given, NOW)
        .map(({ tag }) => tag)
        .toSorted(),
    ).toEqual([...HIGHLIGHT_TAGS].toSorted())
  })

  test('are empty without tagged applications', () => {
    expect(highlights([tagged('a')], NOW)).toEqual([])
  })
})
