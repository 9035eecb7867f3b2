import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { findApplicationsBySlug } from '../stored/repository.ts'
import { exportCatalogue } from './export-catalogue.ts'
import { importCatalogue } from './import-catalogue.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.clear('applications', 'developers', 'categories', 'pictures')
})

/** Imports the line between two valid ones, which must be imported in any case. Returns the report's remark on it. */
const importBetween = async (given: object | string): Promise<string | undefined> => {
  const report = await store.importLines([line('before'), given, line('after')])
  expect(await findApplicationsBySlug(store.client.database, ['before', 'after'])).toHaveLength(2)
  expect(report.remarks.filter(({ line: number }) => number !== 2)).toEqual([])
  return report.remarks[0]?.reason
}

describe('a line that is too large is refused before it is parsed', () => {
  test.each([
    ['five million objects', `{"slug":"x","name":"X","deep":[${'{},'.repeat(5_000_000)}{}]}`, /^has more than 100,000 entries$/],
    ['a million values', `{"slug":"x","name":"X","deep":[${'0,'.repeat(1_000_000)}0]}`, /^has more than 100,000 entries$/],
    ['a million levels', `{"slug":"x","name":"X","deep":${'['.repeat(1_000_000)}`, /^is nested too deeply$/],
    ['levels that are not closed', `${'{"a":'.repeat(1_000_000)}`, /^is nested too deeply$/],
  ])('%s', async (_, text, reason) => {
    expect(await importBetween(text)).toMatch(reason)
  })

  test('a text full of brackets, commas and quotes is a text', async () => {
    const summary = '[{,\\"'.repeat(40_000)
    expect(await importBetween(line('x', { summary }))).toBeUndefined()
    expect(await findApplicationsBySlug(store.client.database, ['x'])).toMatchObject([{ summary }])
  })
})

test('a line of control characters is refused; a line of spaces is skipped', async () => {
  expect(await importBetween('\u0000\u0001')).toBe('is not valid JSON')
  expect(await importBetween(' \t\r')).toBeUndefined()
})

describe('names of inherited properties', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

  test.each(NAMES)('%s as an unknown field is kept and given back', async (name) => {
    // As text, because `__proto__` in an object literal would not create a field.
    const text = `{"slug":"x","name":"X","${name}":{"polluted":true},"customProps":{"${name}":"kept"}}`
    expect(await importBetween(text)).toBeUndefined()
    const path = join(store.folder, 'out.jsonl')
    await exportCatalogue({ client: store.client, files: store.files, path })
    const lines = (await readFile(path, 'utf8')).split('\n')
    expect(lines.find((one) => one.includes('"slug":"x"'))).toContain(
      `"${name}":{"polluted":true},"customProps":{"${name}":"kept"}`,
    )
    expect({}).not.toHaveProperty('polluted')
  })

  test.each(NAMES)('%s as the path of a picture, a category or a developer is unknown', async (name) => {
    const reason = await importBetween(line('x', { icon: name, screenshots: [{ large: name }], company: { name } }))
    expect(reason).toBe(`picture ${name} is not there and was left out`)
    expect(await findApplicationsBySlug(store.client.database, ['x'])).toMatchObject([{ iconId: null, screenshots: [] }])
  })
})

test('many long lines are not held in memory together', async () => {
  const path = join(store.folder, 'long.jsonl')
  const notes = `["${Array.from({ length: 30 }, () => 'a'.repeat(256 * 1024)).join('","')}"]`
  await rm(path, { force: true })
  for (let number = 0; number < 60; number++) await appendFile(path, `{"slug":"long-${number}","name":"Long","notes":${notes}}\n`)
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const options = { client: store.client, files: store.files, production: false, now: new Date(), dryRun: true }
  const report = await importCatalogue({ ...options, path })
  clearInterval(timer)
  expect(report).toMatchObject({ created: 60, refused: 0 })
  expect((peak - before) / 2 ** 20).toBeLessThan(500)
})
