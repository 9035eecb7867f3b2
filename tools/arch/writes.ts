import { WRITE_RULE } from './rules.ts'
import { declarationsOf, type SourceFile } from './source-file.ts'
import { tableNamesOf, writesOf } from './tables.ts'

/** A function with the names that it can call, and the types of its file that hold a database or a transaction. */
type Function = { path: string; name: string; text: string; calls: ReadonlySet<string>; given: string }

const functionsOf = ({ path, text }: SourceFile): Function[] => {
  const declared = declarationsOf(text)
  const imported = [...text.matchAll(/^import (?!type\b)\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(/[\s,]+/))
  const calls = new Set([...imported, ...declared.map(({ name }) => name)])
  const types = declared.filter(({ isType }) => isType)
  return declared
    .filter(({ isType }) => !isType)
    .map((one) => {
      const used = types.filter(({ name }) => new RegExp(String.raw`: ${name}\b`).test(one.text))
      return { path, name: one.name, text: one.text, calls, given: [one, ...used].map((each) => each.text).join('\n') }
    })
}

/** The writing functions that `of` calls, once for each call. */
const callsOf = (of: Function, writers: ReadonlySet<string>): string[] =>
  [...of.text.matchAll(/(?<![.\w])(\w+)\(/g)].flatMap(([, name = '']) =>
    name !== of.name && writers.has(name) && of.calls.has(name) ? [name] : [],
  )

/** Functions that write to a database or transaction that they get as an argument, also through other functions. */
const writersAmong = (functions: readonly Function[], writes: (of: Function) => string[]): ReadonlySet<string> => {
  const given = functions.filter((each) => WRITE_RULE.given.test(each.given))
  const writers = new Set<string>(WRITE_RULE.writers)
  for (let before = -1; before < writers.size;) {
    before = writers.size
    for (const each of given) if (writes(each).length > 0 || callsOf(each, writers).length > 0) writers.add(each.name)
  }
  return writers
}

/** Whether each write of a function could be committed by itself. */
const isSplit = (each: Function, written: readonly string[], called: readonly string[]): boolean => {
  if (WRITE_RULE.inside.test(each.text)) return false
  // A statement in a loop is sent several times.
  const repeated = written.length > 0 && /^\s+(?:for|while) \(/m.test(each.text) ? 1 : 0
  if (WRITE_RULE.either.test(each.given)) return written.length + called.length + repeated > 1
  if (!WRITE_RULE.pool.test(each.given)) return false
  return [...written.map(() => each.name), ...called].filter((name) => !WRITE_RULE.deletes.test(name)).length > 1
}

/** Functions that write more than once, and could be called so that each write is committed by itself. */
export const findWriteViolations = (files: readonly SourceFile[]): string[] => {
  const tables = tableNamesOf(files)
  const functions = files.filter(({ path }) => WRITE_RULE.in.test(path)).flatMap(functionsOf)
  const own = ({ text }: Function) => writesOf(text, tables)
  const writers = writersAmong(functions, own)
  const split = functions.filter((each) => isSplit(each, own(each), callsOf(each, writers)))
  const names = new Set(split.map(({ name }) => name))
  const idle = functions.filter(({ name }) => WRITE_RULE.apart.has(name) && !names.has(name))
  return [
    ...split
      .filter(({ name }) => !WRITE_RULE.apart.has(name))
      .map(({ path, name }) => `${path}: ${name} writes more than once, so it takes a Transaction or opens one`),
    ...idle.map(({ path, name }) => `${path}: ${name} does not need its line in WRITE_RULE.apart of tools/arch/rules.ts`),
  ]
}
