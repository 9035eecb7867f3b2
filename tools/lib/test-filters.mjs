import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { PlainError, root } from './project.mjs'

const FOLDERS = ['packages', 'apps', 'tools', 'bench', 'e2e']
const SKIPPED = new Set(['node_modules', 'dist', 'test-results'])

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(path)
    return /\.(?:test\.tsx?|spec\.ts)$/.test(entry.name) ? [relative(root, path).split(sep).join('/')] : []
  })

/** All test files, as paths relative to the project. */
export const testFiles = () => FOLDERS.flatMap((folder) => filesIn(join(root, folder)))

const isBrowser = (path) => path.endsWith('.spec.ts')
/** Normalizes Windows paths, the ./ of a shell's completion, and the line number that editors append. */
const plain = (filter) =>
  filter
    .split(sep)
    .join('/')
    .replace(/^\.\//, '')
    .replace(root.split(sep).join('/') + '/', '')
const withoutLine = (filter) => filter.replace(/(?::\d+){1,2}$/, '')

/**
 * Splits the command line for the two test programs. Arguments with a leading "-" are passed to both. The others are parts of
 * paths that select files. `null` for a program without files to run. Throws a PlainError if a filter selects no file.
 */
export const splitFilters = (args, files) => {
  const options = args.filter((arg) => arg.startsWith('-'))
  const filters = args.filter((arg) => !arg.startsWith('-')).map(plain)
  if (args.length === 0) return { vitest: [], playwright: [] }
  if (filters.length === 0) return { vitest: options, playwright: null }
  const picked = { vitest: [], playwright: [] }
  for (const filter of filters) {
    const matching = files.filter((file) => file.includes(withoutLine(filter)))
    if (matching.length === 0) throw new PlainError(`"${filter}" is part of no test file's path.`)
    // Playwright reads its filters as regular expressions.
    if (matching.some(isBrowser)) picked.playwright.push(filter.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    if (!matching.every(isBrowser)) picked.vitest.push(filter)
  }
  const ofProgram = (chosen) => (chosen.length > 0 ? [...chosen, ...options] : null)
  return { vitest: ofProgram(picked.vitest), playwright: ofProgram(picked.playwright) }
}
