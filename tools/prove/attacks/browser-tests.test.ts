import { expect, test } from 'vitest'
import { readFailures } from './browser-tests.ts'

test('the failures of a run are named once each, with the counts', () => {
  const output = `
[1/3] lists.spec.ts:16:1 › filters narrow a list
  1) lists.spec.ts:16:1 › filters narrow a list at once ──────────────────────────────

    Error: expect(locator).toBeVisible() failed

  2) search.spec.ts:80:3 › / opens the search of /apps/ at 1376 px ───

  2 failed
    lists.spec.ts:16:1 › filters narrow a list at once ──────
    search.spec.ts:80:3 › / opens the search of /apps/ at 1376 px ───
  1 passed (3.0s)
1 passed, 2 failed
`
  expect(readFailures(output)).toEqual([
    'lists.spec.ts:16:1 › filters narrow a list at once',
    'search.spec.ts:80:3 › / opens the search of /apps/ at 1376 px',
    '1 passed, 2 failed',
  ])
})
