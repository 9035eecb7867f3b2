// Every test of money ends with the auditor, so that a fault in the books cannot hide in a test that looks at something else.
import { expect, test } from 'vitest'
import { readCode } from './lengths.ts'

/** The helpers of the server's tests with which money moves. */
const MOVES_MONEY = /from '(?:\.\.?\/)+(?:test\/)?(?:purchases|renewals|sold|attempts)\.ts'/
/** The calls that end each test of a file with the auditor. */
const AUDITED = /^(?:useShop|audit(?:Each|Rows|Sales|Payments))\(/m

/** Tests of money that do not end with the auditor, and why. */
const EXCEPT: Readonly<Record<string, string>> = {
  'apps/server/src/modules/billing/books/reconcile/reconcile.test.ts': 'plants differences for reconciliation to find',
  'apps/server/src/modules/purchasing/audit-books/audit-charges.test.ts': 'plants faults for the auditor to find',
  'apps/server/test/jobs-killed.test.ts': 'writes rows for each job that nobody has bought',
  'apps/server/test/reconcile-command.test.ts': 'plants a difference for the command to find',
}

const unaudited = (text: string): boolean => MOVES_MONEY.test(text) && !AUDITED.test(text)

test('each test of money ends with the auditor', () => {
  expect(unaudited(`import { openShop } from '../../../test/purchases.ts'\n`)).toBe(true)
  expect(unaudited(`import { auditEach, openShop } from './purchases.ts'\nauditEach(() => shop)\n`)).toBe(false)
  const files = readCode(process.cwd()).filter(({ path }) => /^apps\/server\/.*\.test\.ts$/.test(path))
  expect(files.filter(({ text }) => MOVES_MONEY.test(text)).length).toBeGreaterThan(25)
  const missing = files.filter(({ text }) => unaudited(text)).map(({ path }) => path)
  expect(missing.toSorted()).toEqual(Object.keys(EXCEPT).toSorted())
})

test('only the tests of the auditor open a shop without it', () => {
  const off = readCode(process.cwd()).filter(
    ({ path, text }) => path.endsWith('.test.ts') && /\{ audited: false \}/.test(text) && !path.startsWith('tools/'),
  )
  expect(off.map(({ path }) => path)).toEqual(['apps/server/src/modules/purchasing/audit-books/audit-books.test.ts'])
})
