import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest } from './count-tests.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marketplace-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the failures of Vitest are said with their file and error, also those of a file that could not run', () => {
  const path = join(folder, 'vitest.json')
  writeFileSync(
    path,
    JSON.stringify({
      testResults: [
        { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'holds', failureMessages: [] }] },
        {
          name: 'b.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'holds', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'adds',
              failureMessages: ['\u001b[31mError: 1\u001b[39m\n at b.test.ts:3\n at node_modules/x.js:1'],
            },
          ],
        },
        { name: 'c.test.ts', status: 'failed', message: 'Error: no such file', assertionResults: [] },
      ],
    }),
  )
  expect(failuresOfVitest(path)).toEqual(['b.test.ts › adds\nError: 1\n at b.test.ts:3', 'c.test.ts\nError: no such file'])
})

test('the failures of Playwright are said wherever they are nested, and with them what passed at its retry', () => {
  const path = join(folder, 'playwright.json')
  const spec = (title: string, status: string, messages: (string | undefined)[]) => ({
    title,
    file: 'cart.spec.ts',
    line: 7,
    tests: [{ status, results: messages.map((message) => ({ error: message === undefined ? undefined : { message } })) }],
  })
  writeFileSync(
    path,
    JSON.stringify({
      suites: [
        {
          specs: [spec('opens', 'expected', [undefined])],
          suites: [{ specs: [spec('pays', 'unexpected', ['Error: late']), spec('closes', 'flaky', ['Error: busy', undefined])] }],
        },
      ],
    }),
  )
  expect(failuresOfPlaywright(path)).toEqual([
    'cart.spec.ts:7 › pays\nError: late',
    'cart.spec.ts:7 › closes (passed at its retry)\nError: busy',
  ])
})
