import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCode } from './lengths.ts'

const FOLDER = 'docs/product'

/** The test files that a page names: `routes.test.ts`, or with a part of the path before it. */
const namedIn = (text: string): string[] => [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name)

/** Titles that follow the name of their file. One that ends with "…" is only the beginning of a title. */
const titledIn = (text: string): { name: string; title: string }[] =>
  [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,?\s*(?:and\s+)?"[^"`|]+")+)/g)].flatMap(([, name = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ name, title: title.replace(/\s*…\s*$/, '') })),
  )

/** Patterns for the titles of a file's tests. Placeholders in a title (`${…}`, `%s`) match any text. */
const titlesOf = (code: string): RegExp[] =>
  [...code.matchAll(/(?:^\s*|\])\)?(?:(?:test|it|describe)\b[^('"`\n]*)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1/gm)].map(
    ([, , title = '']) => {
      const pieces = title.replaceAll('\\', '').split(/\$\{[^}]*\}|%[a-z#]|\$\w+/)
      return new RegExp(`^${pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`)
    },
  )

/** Whether a title begins with the text, which may contain values in place of the title's placeholders. */
const begins = (text: string, code: string): boolean => code.includes(text) || titlesOf(code).some((title) => title.test(text))

const FILES = readCode(process.cwd())
const PAGES = readdirSync(FOLDER).map((page) => ({ page, text: readFileSync(`${FOLDER}/${page}`, 'utf8') }))

/** The files with this path, or whose path ends with it. */
const filesNamed = (name: string) => FILES.filter(({ path }) => path === name || path.endsWith(`/${name}`))

test('the titles of tests that docs/product names are there', () => {
  const named = PAGES.flatMap(({ page, text }) => titledIn(text).map((each) => ({ page, ...each })))
  expect(named.length).toBeGreaterThan(10)
  expect(titledIn('`a.test.ts`, "one…", "two"; `b.test.ts`')).toEqual([
    { name: 'a.test.ts', title: 'one' },
    { name: 'a.test.ts', title: 'two' },
  ])
  expect(begins('a frame of nobody', "it('a frame of nobody is none', () => {})")).toBe(true)
  expect(begins('a frame of Ada', 'it(`a frame of ${name}`, () => {})')).toBe(true)
  expect(begins('a frame of nobody', "it('a frame of somebody', () => {})")).toBe(false)
  expect(named.filter(({ name, title }) => !filesNamed(name).some(({ text }) => begins(title, text)))).toEqual([])
})

test('the tests that docs/product names are there', () => {
  const isThere = (name: string): boolean => filesNamed(name).length > 0
  expect(isThere('no-such.test.ts')).toBe(false)
  const named = PAGES.flatMap(({ page, text }) => namedIn(text).map((name) => ({ page, name })))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})

/** Pages whose tables name for each statement the tests that prove it, by the file and the title. */
const PROVEN = ['hosts.md', 'third-party.md', 'analytics.md', 'constants.md', 'messages.md']

/** The rows of the tables whose last column names tests, as lists of cells. */
const provenRows = (text: string): string[][] =>
  text.split(/\n(?!\|)/).flatMap((block) => {
    const [head, , ...rows] = block
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    return /\btest\b/.test(head?.at(-1) ?? '') ? rows : []
  })

/** Why the cell does not name a test unambiguously; null if it does. A cell may link to another page that names the tests. */
const doubtIn = (cell: string): string | null => {
  const names = namedIn(cell)
  if (names.length === 0) return /\]\([\w-]+\.md\)/.test(cell) ? null : 'names no test'
  const several = names.find((name) => filesNamed(name).length !== 1)
  if (several !== undefined) return `${several} is not one file`
  const untitled = names.find((name) => !titledIn(cell).some((titled) => titled.name === name))
  return untitled === undefined ? null : `${untitled} has no title`
}

test.each<[cell: string, doubt: string | null]>([
  ['`tools/arch/named-tests.test.ts`, "the tests that"', null],
  ['`named-tests.test.ts`', 'named-tests.test.ts has no title'],
  ['`tools/arch/named-tests.test.ts`, "one"; `tools/arch/words.test.ts`', 'tools/arch/words.test.ts has no title'],
  ['`routes.test.ts`, "is refused"', 'routes.test.ts is not one file'],
  ['`no-such.test.ts`, "one"', 'no-such.test.ts is not one file'],
  ['[analytics.md](analytics.md), "What is promised"', null],
  ['the same two', 'names no test'],
])('the cell %s: %s', (cell, doubt) => expect(doubtIn(cell)).toBe(doubt))

test.each(PROVEN)('each row of the tables of %s names its tests by one file and their titles', (name) => {
  const rows = provenRows(PAGES.find(({ page }) => page === name)?.text ?? '')
  expect(rows.length).toBeGreaterThan(10)
  const doubts = rows.flatMap((cells) => {
    const doubt = doubtIn(cells.at(-1) ?? '')
    return doubt === null ? [] : [`${cells[0]?.trim()}: ${doubt}`]
  })
  expect(doubts).toEqual([])
})
