// node tools/lib/check-leftovers.mjs NAME=value: ends the processes that have this variable in their environment, and fails if
// there were any.
import { endLeftovers } from './leftovers.mjs'

const left = await endLeftovers({ mark: process.argv[2] })
for (const { pid, command } of left) console.error(`Still running: ${pid} ${command}`)
process.exit(left.length > 0 ? 1 : 0)
