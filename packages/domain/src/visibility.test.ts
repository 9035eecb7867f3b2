import { describe, expect, test } from 'vitest'
import {
  hasPage,
  isAllEntry,
  wouldBeListed,
  isListed,
  isListedApplication,
  isListedService,
  isShownExpert,
  isService,
  LEGACY_SLUGS,
  whyNotListed,
  type ListableApplication,
  type ListContext,
} from './visibility.ts'

const NOW = new Date('2026-11-03T12:00:00Z')
const PAST = new Date('2026-11-01T00:00:00Z')
const FUTURE = new Date('2026-12-01T00:00:00Z')

const application = (changes: Partial<ListableApplication> = {}): ListableApplication => ({
  slug: 'parcel-post',
  name: 'Parcel Post',
  product: 'livechat',
  submittedAt: PAST,
  acceptedAt: PAST,
  publishedAt: PAST,
  hidden: false,
  underMaintenance: false,
  theme: null,
  customProps: {},
  ...changes,
})

const context = (changes: Partial<ListContext> = {}): ListContext => ({
  lists: ['livechat', 'helpdesk'],
  product: 'livechat',
  beta: false,
  ...changes,
})

const BETA = context({ beta: true })
const HELPDESK = context({ lists: ['helpdesk'], product: 'helpdesk' })

describe('whyNotListed', () => {
  test.each([
    ['an ordinary application', application(), context(), null],
    ['one in review', application({ acceptedAt: null, publishedAt: null }), context(), 'not-published'],
    ['one that is coming soon', application({ publishedAt: FUTURE }), context(), 'not-published'],
    ['a hidden one', application({ hidden: true }), context(), 'hidden'],
    ['one under maintenance', application({ underMaintenance: true }), context(), 'under-maintenance'],
    ['a themed one', application({ theme: 'christmas' }), context(), 'themed'],
    ['one with an empty theme', application({ theme: '' }), context(), null],
    ['one that is called All', application({ name: 'All' }), context(), 'all-entry'],
    ['one that is called as the list of all', application({ name: 'All apps' }), context(), 'all-entry'],
    ['one whose name begins so', application({ name: 'All in one' }), context(), null],
    ['beta-only, outside beta mode', application({ customProps: { usingBeta: 'true' } }), context(), 'beta'],
    ['beta-only, in beta mode', application({ customProps: { usingBeta: 'true' } }), BETA, null],
    ['hidden for beta, in beta mode', application({ customProps: { hiddenForBeta: 'true' } }), BETA, 'beta'],
    ['hidden for beta, outside beta mode', application({ customProps: { hiddenForBeta: 'true' } }), context(), null],
    ['flags that say false', application({ customProps: { usingBeta: 'false', hiddenForBeta: 'false' } }), BETA, null],
    ['a legacy one', application({ slug: 'salesforce' }), context(), 'legacy'],
    ['a legacy one, help desk', application({ slug: 'salesforce', product: 'helpdesk' }), HELPDESK, null],
    ['one that only sounds like a legacy one', application({ slug: 'salesforce3' }), context(), null],
    ['one of the other product', application(), HELPDESK, 'other-product'],
    ['a help-desk one in lists of both', application({ product: 'helpdesk' }), context(), null],
    ['hidden and themed: the first reason', application({ hidden: true, theme: 'christmas' }), context(), 'hidden'],
  ] as const)('%s', (_, given, where, expected) => {
    expect(whyNotListed(given, where, NOW)).toBe(expected)
    expect(isListed(given, where, NOW)).toBe(expected === null)
  })

  test.each([...LEGACY_SLUGS])('%s is in lists of the help desk only', (slug) => {
    const both = { lists: ['livechat', 'helpdesk'] } as const
    expect(isListed(application({ slug }), context(both), NOW)).toBe(false)
    expect(isListed(application({ slug }), context({ ...both, product: 'helpdesk' }), NOW)).toBe(true)
  })

  test('there are 23 legacy slugs', () => {
    expect(LEGACY_SLUGS.size).toBe(23)
  })
})

describe('services', () => {
  test.each([
    ['true', true],
    ['false', false],
    [null, false],
  ])('isService %j: %s', (value, expected) => {
    const given = application({ customProps: { isService: value } })
    expect(isService(given)).toBe(expected)
    expect(isListedService(given, context(), NOW)).toBe(expected)
    expect(isListedApplication(given, context(), NOW)).toBe(!expected)
  })

  test.each(['true', 'false'])('hidden, isService %s: in neither list', (value) => {
    const given = application({ hidden: true, customProps: { isService: value } })
    expect(isListedService(given, context(), NOW)).toBe(false)
    expect(isListedApplication(given, context(), NOW)).toBe(false)
  })
})

describe('isShownExpert', () => {
  test.each([
    ['one who names no product', [], ['livechat'], true],
    ['one who helps with the only product', ['livechat'], ['livechat'], true],
    ['one who helps with the other product', ['helpdesk'], ['livechat'], false],
    ['one who helps with one of two products', ['helpdesk'], ['livechat', 'helpdesk'], true],
    ['one who helps with both', ['livechat', 'helpdesk'], ['helpdesk'], true],
    ['one who helps with something, where nothing is listed', ['livechat'], [], false],
  ] as const)('%s', (_, products, lists, expected) => {
    expect(isShownExpert({ products }, { lists })).toBe(expected)
  })
})

describe('hasPage', () => {
  test.each([
    ['hidden', application({ hidden: true })],
    ['under maintenance', application({ underMaintenance: true })],
    ['themed', application({ theme: 'christmas' })],
    ['beta', application({ customProps: { usingBeta: 'true' } })],
    ['legacy', application({ slug: 'salesforce' })],
  ])('%s: keeps its page and is in no list', (_, given) => {
    expect(hasPage(given, NOW)).toBe(true)
    expect(isListed(given, context(), NOW)).toBe(false)
  })

  test('an application has no page until it is published', () => {
    const given = application({ publishedAt: FUTURE })
    expect(hasPage(given, NOW)).toBe(false)
    expect(hasPage(given, FUTURE)).toBe(true)
  })
})

describe('isAllEntry', () => {
  test.each([
    ['All', 'Apps', true],
    ['Apps', 'Apps', true],
    ['Apps', 'Integrations', false],
    ['all', 'Apps', false],
    ['All in one', 'Apps', false],
  ])('%j with the label %j: %s', (name, label, expected) => {
    expect(isAllEntry({ name }, label)).toBe(expected)
  })
})

describe('wouldBeListed', () => {
  const coming = { publishedAt: null }
  test.each([
    ['one that is accepted', application(coming), context(), true],
    ['a hidden one', application({ ...coming, hidden: true }), context(), false],
    ['one for the other product', application({ ...coming, product: 'livechat' }), HELPDESK, false],
    ['a legacy one', application({ ...coming, slug: 'salesforce' }), context(), false],
  ])('%s', (_, candidate, where, expected) => {
    expect(wouldBeListed(candidate, where)).toBe(expected)
  })
})
