import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { SourceFile } from './source-file.ts'
import { FOREIGN_CITATIONS } from './rules.ts'

/** A cited page: a path that ends in .md, perhaps with the heading that follows it, or the number of a decision. */
const CITED_PAGE = /[\w./-]+\.md\b(?:, (?=([A-Z][^\n]{0,60})))?/g
const CITED_DECISION = /docs\/decisions\/(\d{4})(?!-)/g

/** The text without line breaks, comment signs and labels of links, so that a wrapped citation is found, and a link is checked by its target. */
const plainWords = (text: string): string =>
  text.replace(/\s*\n\s*(?:\/\/|\*(?!\/))?\s*/g, ' ').replace(/\[[^\]]{0,200}\]\(/g, '[](')

const isTypeScript = (path: string) => /\.tsx?$/.test(path)

/** Each citation in a file of something that the repository at `root` does not have. */
export const findForeignCitations = ({ path, text }: SourceFile, root: string): string[] => {
  const plain = plainWords(text)
  const foreign = FOREIGN_CITATIONS.flatMap((pattern) => pattern.exec(plain)?.[0].trim() ?? [])
  const pages = [...plain.matchAll(CITED_PAGE)].flatMap(([cited, heading]) => {
    const page = cited.replace(/, $/, '')
    const file = isTypeScript(path) ? page : [page, join(dirname(path), page)].find((each) => existsSync(join(root, each)))
    if (file === undefined || !existsSync(join(root, file))) return [page]
    return heading && /docs\/product\//.test(normalize(file)) && !hasHeading(join(root, file), heading)
      ? [`${page}, ${heading}`]
      : []
  })
  const decisions = [...plain.matchAll(CITED_DECISION)].filter(
    ([, number = '']) => !readdirSync(join(root, 'docs/decisions')).some((name) => name.startsWith(number)),
  )
  return [...foreign, ...pages, ...decisions.map(([cited]) => cited)].map((cited) => `${path}: cites ${cited}`)
}

const hasHeading = (page: string, text: string): boolean =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => text.startsWith(heading))

/** Every TypeScript file and page in a folder, as paths from the root. */
export const readWords = (root: string, folder: string): SourceFile[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') return []
    if (statSync(join(root, path)).isDirectory()) return readWords(root, path)
    return /\.(?:tsx?|md)$/.test(name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })

const QUOTED_FILE = /`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs))`/g
/** The short form in which pages name many files: `packages/domain/src/text.ts` is `domain/text.ts`. */
const shortName = (file: string): string => file.replace(/^(?:packages|apps)\//, '').replace('/src/', '/')

/** The source files that a page names, at least by the end of their path, and that do not exist. */
export const findMissingFiles = ({ path, text }: SourceFile, files: readonly string[]): string[] => {
  const names = [...files, ...files.map(shortName)].map((name) => `/${name}`)
  return [...text.matchAll(QUOTED_FILE)]
    .filter(([, named = '']) => !names.some((name) => name.endsWith(`/${named}`)))
    .map(([, named]) => `${path}: there is no file ${named}`)
}

/** The names of code in a page that occur in no file. */
export const findMissingNames = ({ path, text }: SourceFile, code: string): string[] => {
  const names = new Set(code.match(/\w+/g))
  return [...text.matchAll(/`([A-Za-z_]\w*)`/g)]
    .filter(([, name = '']) => !names.has(name))
    .map(([, name]) => `${path}: nothing is called ${name}`)
}
