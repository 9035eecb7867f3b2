import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentOf, indexOf } from './test-documents.ts'

type Line = {
  slug: string
  name: string
  shortDescription: string | null
  longDescription: string | null
  category: { name: string }
}

const catalogues = process.env['TEST_CATALOGUES'] ?? ''
const file = join(catalogues, 'connectors.jsonl')
const there = catalogues !== '' && existsSync(file)

describe.skipIf(!there)('a real catalogue; skipped where TEST_CATALOGUES names no folder with connectors.jsonl', () => {
  const lines = there
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    : []
  const index = indexOf(
    lines.map(({ slug, name, shortDescription, longDescription, category }) =>
      documentOf(slug, {
        name,
        shortDescription: shortDescription ?? '',
        longDescription: longDescription ?? '',
        category: category.name,
      }),
    ),
  )
  const shared = new Set(lines.map(({ name }) => name.toLowerCase()).filter((name, at, all) => all.indexOf(name) !== at))
  const own = lines.filter(({ name }) => !shared.has(name.toLowerCase()))

  test('each application is the first to be found by its name', { timeout: 0 }, () => {
    expect(own.length).toBeGreaterThan(900)
    const others = own.filter(({ slug, name }) => index.search({ query: name }).ids[0] !== slug)
    expect(others.map(({ name }) => name)).toEqual([])
  })
  test('and the whole of its name is marked', { timeout: 0 }, () => {
    const unmarked = own.filter(({ name }) => index.search({ query: name }).highlight(name).matchLevel !== 'full')
    expect(unmarked.map(({ name }) => name)).toEqual([])
  })
})
