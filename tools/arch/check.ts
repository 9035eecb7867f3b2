import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findFolderCycles } from './folders.ts'
import { findLongFiles, findMissingTests, readCode } from './lengths.ts'
import { findLockViolations } from './locks.ts'
import { RESTRICTED_PATTERNS } from './patterns.ts'
import { LAYERS, MODULE_ENTRY, MODULE_ORDER, MODULES, OUTSIDE_LAYERS, PARTS } from './rules.ts'
import type { SourceFile } from './source-file.ts'
import { findTableViolations } from './tables.ts'
import { findWriteViolations } from './writes.ts'

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

const isTest = (path: string) => /\.test\.tsx?$|^apps\/server\/test\//.test(path)
const isStyle = (path: string) => /\.(?:css|svg|woff2)(?:\?|$)/.test(path)

/** The project's files that this file imports, as paths from the root. */
const importsOf = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(IMPORT)].flatMap((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? ''
    if (isStyle(target)) return []
    if (target.startsWith('.')) return [join(dirname(path), target.replace(/\?.*$/, ''))]
    const own = /^@marketplace\/([\w-]+)(?:\/(.+))?$/.exec(target)
    return own ? [`packages/${own[1]}/src/${own[2] ?? 'index'}.ts`] : []
  })

const layerOf = (path: string) => LAYERS.find(({ files }) => files.test(path))

/** All violations of the rules, one line each. */
export const findViolations = (files: readonly SourceFile[]): string[] => {
  const sources = files.filter(({ path }) => !isTest(path))
  const violations: string[] = []
  const graph = new Map<string, string[]>()
  for (const file of sources) {
    const { path, text } = file
    const layer = layerOf(path)
    if (!layer && !OUTSIDE_LAYERS.test(path))
      violations.push(`${path}: belongs to no layer. Move it into a folder of one of the LAYERS in tools/arch/rules.ts`)
    const imports = importsOf(file)
    graph.set(path, imports)
    for (const target of imports) {
      const other = layerOf(target)
      if (layer && other !== layer && !layer.mayImport.includes(other?.name ?? ''))
        violations.push(`${path}: ${layer.name} may not import ${other?.name ?? 'a file without a layer'} (${target})`)
      violations.push(...partViolations(path, target))
    }
    for (const { what, pattern, in: where, allowed } of RESTRICTED_PATTERNS)
      if (where.test(path) && !allowed.test(path) && pattern.test(text)) violations.push(`${path}: ${what}`)
  }
  return [
    ...violations,
    ...findModuleViolations(sources),
    ...findTableViolations(sources),
    ...findLockViolations(sources),
    ...findWriteViolations(sources),
    ...findCycles(graph),
    ...findFolderCycles(graph),
  ]
}

const partViolations = (path: string, target: string): string[] => {
  const own = PARTS.flatMap(({ name, of, entry }) => {
    const [mine, theirs] = [of.exec(path)?.[1], of.exec(target)?.[1]]
    if (mine === undefined || theirs === undefined || mine === theirs || entry?.test(target)) return []
    return [
      `${path}: ${name} may ${entry ? 'import another one through its index.ts only' : 'not import another one'} (${target})`,
    ]
  })
  own.push(...orderViolations(path, target))
  const outside = !path.startsWith(MODULES) && target.startsWith(MODULES) && !MODULE_ENTRY.test(target)
  return outside ? [...own, `${path}: import a module through its index.ts (${target})`] : own
}

const moduleOf = (path: string): string | null =>
  path.startsWith(MODULES) ? (path.slice(MODULES.length).split('/')[0] ?? null) : null

const orderViolations = (path: string, target: string): string[] => {
  const [mine, theirs] = [moduleOf(path), moduleOf(target)]
  if (mine === null || theirs === null || mine === theirs) return []
  const [here, there] = [MODULE_ORDER.indexOf(mine), MODULE_ORDER.indexOf(theirs)]
  // A module without a place in the order is reported by findModuleViolations, once.
  if (here < 0 || there < 0) return []
  return there < here
    ? []
    : [`${path}: ${mine} may not import ${theirs}, which stands after it in MODULE_ORDER of tools/arch/rules.ts (${target})`]
}

/** Modules without a place in the order, each once. */
const findModuleViolations = (files: readonly SourceFile[]): string[] => {
  const modules = new Set(files.flatMap(({ path }) => moduleOf(path) ?? []))
  const placeless = [...modules].filter((name) => !MODULE_ORDER.includes(name))
  return placeless.map(
    (name) =>
      `${MODULES}${name}: the module has no place in MODULE_ORDER of tools/arch/rules.ts. Add it after every module that it imports`,
  )
}

/** Finds import cycles, each once. Type-only imports count too, because they are dependencies as well. */
const findCycles = (graph: ReadonlyMap<string, readonly string[]>): string[] => {
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) return void cycles.push(`import cycle: ${[...trail.slice(start), path].join(' → ')}`)
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}

const walk = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') return []
    return statSync(path).isDirectory() ? walk(path) : /\.tsx?$/.test(name) ? [path] : []
  })

/** All source files of the project. */
export const readSources = (root: string): SourceFile[] =>
  ['packages', 'apps', 'tools', 'bench']
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap(walk)
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }))
    .filter(({ path }) => /\/src\/|^(?:tools|bench)\//.test(path))

if (import.meta.main) {
  const root = process.cwd()
  const code = readCode(root)
  const violations = [...findViolations(readSources(root)), ...findLongFiles(code), ...findMissingTests(code)]
  for (const violation of violations) console.error(violation)
  if (violations.length) process.exit(1)
}
