// Attacks on the running product. tools/prove.mjs starts it with a temporary folder, which it deletes afterwards.
import { randomInt } from 'node:crypto'
import { onParentGone } from '../../apps/server/src/runtime/parent.ts'
import { ATTACKS } from './attacks.ts'
import { readOptions, usage, UsageError } from './options.ts'
import { runAttacks, writeSummary } from './run-attacks.ts'

const readCommandLine = () => {
  try {
    return readOptions(process.argv.slice(2), ATTACKS, randomInt(2 ** 31))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n${usage(ATTACKS)}\n`)
    return process.exit(1)
  }
}

// tools/prove.mjs ends all processes that an attack has started, with the temporary folder.
onParentGone(() => process.exit(130))

const options = readCommandLine()
if (options === null) {
  process.stdout.write(`${usage(ATTACKS)}\n`)
  process.exit(0)
}
const results = await runAttacks(options, (line) => void process.stderr.write(`${line}\n`))
process.stdout.write(`\n${writeSummary(results, options.seed)}`)
process.exit(results.some(({ violations }) => violations.length > 0) ? 1 : 0)
