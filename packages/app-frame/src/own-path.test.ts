import { expect, test } from 'vitest'
import { ownSearch } from './own-path.ts'

const NAMES = ['an-app', '7e6f', '7e6f-fullscreen-1']

test.each([
  ['/app/an-app?view=team', '?view=team'],
  ['/apps/an-app', ''],
  ['/apps/an-app/?a=1#b', '?a=1'],
  ['/app/7e6f', ''],
  ['/apps/7e6f-fullscreen-1', ''],
  ['/app/another-app', null],
  ['/app/', null],
  ['/app/an-app/settings', null],
  ['/text/app/an-app', null],
  ['/chats', null],
  ['//elsewhere.example/app/an-app', null],
  ['https://elsewhere.example/app/an-app', null],
])('%s leads to itself with %s', (asked, search) => expect(ownSearch(asked, NAMES)).toBe(search))
