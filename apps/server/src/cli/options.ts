import { parseArgs } from 'node:util'

/** Ends the program with an error message. */
export const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Reads the command's file and flags. */
export const readArguments = (usage: string, flags: readonly string[]): { file: string; flags: ReadonlySet<string> } => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
    })
    const [file, ...more] = positionals
    if (!file || more.length) return fail(usage)
    return { file, flags: new Set(Object.keys(values)) }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
