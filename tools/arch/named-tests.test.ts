import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCode } from './lengths.ts'

const FOLDER = 'docs/product'

/** The tests that a page names: `routes.test.ts`, or with a part of the path before it. */
const namedIn = (text: string): string[] => [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name)

test('the tests that docs/product names are there', () => {
  const paths = readCode(process.cwd()).map(({ path }) => path)
  const isThere = (name: string): boolean => paths.some((path) => path === name || path.endsWith(`/${name}`))
  expect(isThere('no-such.test.ts')).toBe(false)
  const named = readdirSync(FOLDER).flatMap((page) =>
    namedIn(readFileSync(`${FOLDER}/${page}`, 'utf8')).map((name) => ({ page, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})
