import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { splitFilters, testFiles } from './test-filters.mjs'

const FILES = ['packages/domain/src/text.test.ts', 'apps/web/src/ui/host-of.test.ts', 'e2e/layers.spec.ts', 'e2e/lists.spec.ts']

describe('the filters of npm test', () => {
  test.each([
    { args: [], vitest: [], playwright: [] },
    { args: ['packages/domain'], vitest: ['packages/domain'], playwright: null },
    { args: ['e2e/layers.spec.ts'], vitest: null, playwright: ['e2e/layers\\.spec\\.ts'] },
    { args: ['./e2e/layers.spec.ts:11'], vitest: null, playwright: ['e2e/layers\\.spec\\.ts:11'] },
    { args: ['layers.spec.ts'], vitest: null, playwright: ['layers\\.spec\\.ts'] },
    { args: ['e2e'], vitest: null, playwright: ['e2e'] },
    { args: ['e2e/'], vitest: null, playwright: ['e2e/'] },
    { args: ['layers', '--repeat-each=20'], vitest: null, playwright: ['layers', '--repeat-each=20'] },
    { args: ['e2e/lists', 'domain'], vitest: ['domain'], playwright: ['e2e/lists'] },
    { args: ['-t', '--coverage'], vitest: ['-t', '--coverage'], playwright: null },
    { args: [join(process.cwd(), 'e2e/lists.spec.ts')], vitest: null, playwright: ['e2e/lists\\.spec\\.ts'] },
    { args: ['s'], vitest: ['s'], playwright: ['s'] },
  ])('$args', ({ args, vitest, playwright }) => expect(splitFilters(args, FILES)).toEqual({ vitest, playwright }))

  test.each([['none'], ['e2e/none.spec.ts'], ['domain', 'none']])('%s %s: a filter that selects nothing is reported', (...args) =>
    expect(() => splitFilters(args, FILES)).toThrow(/^"(?:e2e\/)?none(?:\.spec\.ts)?" is part of no test file's path\.$/),
  )

  test('select from all tests', () => {
    const files = testFiles()
    expect(files).toEqual(expect.arrayContaining(['e2e/layers.spec.ts', 'tools/lib/test-filters.test.ts', ...FILES]))
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([])
  })
})

test('npm test fails with a message if a filter selects nothing', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/test.mjs', 'e2e/none.spec.ts'], { encoding: 'utf8' })
  expect([status, stderr.trim()]).toEqual([1, '"e2e/none.spec.ts" is part of no test file\'s path.'])
})
