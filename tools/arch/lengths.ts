import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './check.ts'
import { LENGTH_RULE } from './rules.ts'

/** Files with more lines than LENGTH_RULE allows. */
export const findLongFiles = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.replace(/\n$/, '').split('\n').length
    const isLong = LENGTH_RULE.files.test(path) && lines > LENGTH_RULE.mostLines
    return isLong ? [`${path}: has ${lines} lines, more than ${LENGTH_RULE.mostLines}`] : []
  })

const read = (root: string, folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|dist)$/.test(entry.name) ? [] : read(root, path)
    return LENGTH_RULE.files.test(path) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })

/** Every file that LENGTH_RULE is about, tests included. */
export const readCode = (root: string): SourceFile[] => LENGTH_RULE.folders.flatMap((folder) => read(root, folder))
