import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './check.ts'
import { LENGTH_RULE } from './rules.ts'

const { mostLines, usualLines } = LENGTH_RULE

/** Files with more lines than LENGTH_RULE allows, and a line if too many of the others are long. */
export const findLongFiles = (files: readonly SourceFile[]): string[] => {
  const counted = files
    .filter(({ path }) => LENGTH_RULE.files.test(path))
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
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
