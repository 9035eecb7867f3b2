import { StartError } from './start-error.ts'

type Explain = (error: unknown) => string | undefined

/**
 * Runs a program beside the server. For a StartError, or an error that `explain` knows, the program prints one line and ends with code 1.
 */
export const runProgram = async (start: () => Promise<void>, explain: Explain = () => undefined): Promise<void> => {
  try {
    await start()
  } catch (error) {
    const line = error instanceof StartError ? error.message : explain(error)
    if (line === undefined) throw error
    process.stderr.write(`${line}\n`)
    process.exit(1)
  }
}

/** Calls `stop` once the program is told to end: by a signal or, with --stop-with-stdin, by the end of its standard input. */
export const stopWhenTold = (stop: () => void): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  // The parent process holds the standard input of this program open. When the parent ends, in any way, the system closes it.
  if (process.argv.includes('--stop-with-stdin')) {
    process.stdin.once('end', stop).on('error', () => {})
    process.stdin.resume()
  }
}
