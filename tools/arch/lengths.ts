import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LENGTH_RULE, TEST_RULE } from './rules.ts'
import type { SourceFile } from './source-file.ts'

const { mostLines, usualLines } = LENGTH_RULE

const linesOf = (files: readonly SourceFile[]): number =>
  files.reduce((sum, { text }) => sum + text.replace(/\n$/, '').split('\n').length, 0)

/** A line if there are fewer tests than TEST_RULE wants. */
export const findMissingTests = (files: readonly SourceFile[]): string[] => {
  const counted = files.filter(
    ({ path }) => TEST_RULE.files.test(path) && TEST_RULE.folders.some((folder) => path.startsWith(folder)),
  )
  const tests = linesOf(counted.filter(({ path }) => TEST_RULE.tests.test(path)))
  const source = linesOf(counted.filter(({ path }) => !TEST_RULE.tests.test(path)))
  if (tests >= source * TEST_RULE.least) return []
  return [
    `${TEST_RULE.folders.join(', ')}: ${tests} lines of test to ${source} of source; at least ${TEST_RULE.least} of one are wanted`,
  ]
}

/** Files with more lines than LENGTH_RULE allows, and one line more if too many files are longer than usual. */
export const findLongFiles = (files: readonly SourceFile[]): string[] => {
  const counted = files
    .filter(({ path }) => LENGTH_RULE.files.test(path))
    .map((file) => ({ path: file.path, lines: linesOf([file]) }))
  const sources = counted.filter(({ path }) => !LENGTH_RULE.tests.test(path))
  const long = sources.filter(({ lines }) => lines >= usualLines)
  return [
    ...counted
      .filter(({ lines }) => lines > mostLines)
      .map(({ path, lines }) => `${path}: has ${lines} lines, more than ${mostLines}`),
    ...(long.length > sources.length / 20
      ? [`${long.length} of ${sources.length} files have ${usualLines} lines or more; at most one in 20 may, tests aside`]
      : []),
  ]
}

const read = (root: string, folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|dist)$/.test(entry.name) ? [] : read(root, path)
    return LENGTH_RULE.files.test(path) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })

/** Every file that LENGTH_RULE is about, tests included. */
export const readCode = (root: string): SourceFile[] => LENGTH_RULE.folders.flatMap((folder) => read(root, folder))
