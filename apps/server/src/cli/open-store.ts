import { readConfig, SettingError, type Config } from '../config/config.ts'
import { DatabaseStartError } from '../db/open-postgres.ts'
import { isDatabaseUnavailable, rootCause } from '../http/database-errors.ts'
import { lineOf } from '../runtime/log.ts'
import { openStore, type Store } from '../store.ts'
import { fail } from './options.ts'

/** Opens the store, runs a command and closes the store, also after Ctrl-C. Works with or without a running server. */
export const withStore = async (run: (store: Store, config: Config) => Promise<void>): Promise<void> => {
  let store: Store | undefined
  try {
    const config = readConfig(process.env)
    const note = (line: string) => void process.stderr.write(`${line}\n`)
    store = await openStore(config, 'tool', { info: note, warn: (_, line) => note(line) })
    const opened = store
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => void opened.close().finally(() => process.exit(130)))
    }
    await run(store, config)
  } catch (error) {
    await store?.close().catch(() => {})
    if (error instanceof SettingError) fail(`Setting ${error.message}`)
    if (error instanceof DatabaseStartError) fail(error.message)
    if (isDatabaseUnavailable(error))
      fail(`The database does not answer: ${rootCause(error)}. Run the command again when it does.`)
    fail(lineOf(error))
  }
  await store?.close()
}
