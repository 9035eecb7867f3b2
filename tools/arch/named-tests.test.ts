import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCode } from './lengths.ts'

const FOLDER = 'docs/product'

/** The tests that a page names: `routes.test.ts`, or with a part of the path before it. */
const namedIn = (text: string): string[] => [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name)

/** The titles that stand behind the name of their file: "the question waits…" begins one. */
const titledIn = (text: string): { name: string; title: string }[] =>
  [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,?\s*(?:and\s+)?"[^"`|]+")+)/g)].flatMap(([, name = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ name, title: title.replace(/\s*…\s*$/, '') })),
  )

/** What a file calls its tests. Between the pieces of a title stands what is filled in: `${…}`, `%s`. */
const titlesOf = (code: string): RegExp[] =>
  [...code.matchAll(/(?:^\s*|\])\)?(?:(?:test|it|describe)\b[^('"`\n]*)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1/gm)].map(
    ([, , title = '']) => {
      const pieces = title.replaceAll('\\', '').split(/\$\{[^}]*\}|%[a-z#]|\$\w+/)
      return new RegExp(`^${pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`)
    },
  )

/** Whether the text begins a title: some words of the page may be filled in. */
const begins = (text: string, code: string): boolean => code.includes(text) || titlesOf(code).some((title) => title.test(text))

const FILES = readCode(process.cwd())
const PAGES = readdirSync(FOLDER).map((page) => ({ page, text: readFileSync(`${FOLDER}/${page}`, 'utf8') }))

test('the titles of tests that docs/product names are there', () => {
  const codeOf = (name: string) => FILES.filter(({ path }) => path === name || path.endsWith(`/${name}`)).map(({ text }) => text)
  const named = PAGES.flatMap(({ page, text }) => titledIn(text).map((each) => ({ page, ...each })))
  expect(named.length).toBeGreaterThan(10)
  expect(titledIn('`a.test.ts`, "one…", "two"; `b.test.ts`')).toEqual([
    { name: 'a.test.ts', title: 'one' },
    { name: 'a.test.ts', title: 'two' },
  ])
  expect(begins('a frame of nobody', "it('a frame of nobody is none', () => {})")).toBe(true)
  expect(begins('a frame of Ada', 'it(`a frame of ${name}`, () => {})')).toBe(true)
  expect(begins('a frame of nobody', "it('a frame of somebody', () => {})")).toBe(false)
  expect(named.filter(({ name, title }) => !codeOf(name).some((code) => begins(title, code)))).toEqual([])
})

test('the tests that docs/product names are there', () => {
  const paths = FILES.map(({ path }) => path)
  const isThere = (name: string): boolean => paths.some((path) => path === name || path.endsWith(`/${name}`))
  expect(isThere('no-such.test.ts')).toBe(false)
  const named = PAGES.flatMap(({ page, text }) => namedIn(text).map((name) => ({ page, name })))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})
