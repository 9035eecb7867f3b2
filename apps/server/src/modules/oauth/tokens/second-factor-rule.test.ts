// Tests that every file that issues access tokens applies the organization's rule about second factors.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MODULES = new URL('../../', import.meta.url)
const ISSUES = /\bnewAccess\(/
const APPLIES = /\bmeetsSecondFactorRule\(/

const issuers = readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(new URL(path, MODULES), 'utf8') }))
  .filter(({ text }) => ISSUES.test(text))

test('every file that issues access tokens applies the rule, except browsing as somebody else: staff have signed in as themselves', () => {
  expect(issuers.map(({ path }) => path).toSorted()).toEqual([
    'installs/tell-product.ts',
    'oauth/authorize/issue-grant.ts',
    'oauth/tokens/exchange.ts',
    'oauth/tokens/ghost.ts',
  ])
  expect(issuers.filter(({ text }) => !APPLIES.test(text)).map(({ path }) => path)).toEqual(['oauth/tokens/ghost.ts'])
})
