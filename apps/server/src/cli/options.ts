import { parseArgs } from 'node:util'

/** Ends the program with a line for the person. */
export const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** The one file a command works on, and its flags. */
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
