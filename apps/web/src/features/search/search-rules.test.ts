import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import { describe, expect, it } from 'vitest'
import { announcementOf } from './announcement.ts'
import { parseRecent, withRecent } from './recent-searches.ts'
import { opensSearch } from './search-key.ts'

describe('recent searches', () => {
  it.each([
    [null, []],
    ['no json', []],
    ['{"0":"chat"}', []],
    ['["chat", 7, null, "a", " crm  tools ", "chat"]', ['chat', 'crm tools']],
    ['["aa","bb","cc","dd","ee","ff"]', ['aa', 'bb', 'cc', 'dd', 'ee']],
  ])('%s holds %j', (stored, expected) => expect(parseRecent(stored)).toEqual(expected))

  it.each([
    [[], 'chat', ['chat']],
    [['crm', 'chat'], 'Chat', ['Chat', 'crm']],
    [['crm'], ' a ', ['crm']],
    [['aa', 'bb', 'cc', 'dd', 'ee'], 'ff', ['ff', 'aa', 'bb', 'cc', 'dd']],
  ])('%j and then %j is %j', (recent, typed, expected) => expect(withRecent(recent, typed)).toEqual(expected))
})

describe('the keys that open the search', () => {
  const key = (key: string, more = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    defaultPrevented: false,
    ...more,
  })
  it.each([
    [key('/'), false, true],
    [key('/'), true, false],
    [key('/', { shiftKey: true }), false, true],
    [key('/', { ctrlKey: true }), false, false],
    [key('/', { isComposing: true }), false, false],
    [key('k'), false, false],
    [key('k', { ctrlKey: true }), true, true],
    [key('K', { metaKey: true }), false, true],
    [key('K', { metaKey: true, shiftKey: true }), false, false],
    [key('k', { ctrlKey: true, altKey: true }), false, false],
    [key('k', { ctrlKey: true, defaultPrevented: true }), false, false],
  ])('%j while writing: %s opens it: %s', (event, writing, expected) => expect(opensSearch(event, writing)).toBe(expected))
})

describe('what is said', () => {
  const found = (apps: number, partners: number, ...nearest: string[]): SearchAnswer => ({
    query: 'chat',
    apps: { total: apps, nearest: nearest.includes('apps'), hits: [] },
    partners: { total: partners, nearest: nearest.includes('partners'), hits: [] },
  })
  it.each([
    [{ answer: found(1, 2), status: 'settled' } as const, '1 app, 2 partners'],
    [{ answer: found(0, 1), status: 'settled' } as const, '1 partner'],
    [{ answer: found(0, 0), status: 'settled' } as const, 'Nothing found for “chat”'],
    [
      { answer: found(1, 2, 'apps', 'partners'), status: 'settled' } as const,
      'Nothing found for “chat”. These are the nearest matches: 1 app, 2 partners',
    ],
    [
      { answer: found(3, 0, 'apps'), status: 'settled' } as const,
      'Nothing found for “chat”. These are the nearest matches: 3 apps',
    ],
    [{ answer: found(3, 1, 'apps'), status: 'settled' } as const, '3 similar apps, 1 partner'],
    [{ answer: found(1, 2), status: 'stalled' } as const, ''],
    [{ answer: null, status: 'settled' } as const, ''],
    [{ answer: null, status: 'failed' } as const, 'Search is not available right now'],
  ])('of %j is %j', (state, expected) => expect(announcementOf(state)).toBe(expected))
})
