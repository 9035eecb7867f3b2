import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from './store.ts'

/** A process that reports a stored change and is killed immediately afterwards. */
const PROGRAM = `
import { writeSync } from 'node:fs'
const { openStore } = await import(process.argv[1])
const store = await openStore(process.argv[2])
const put = (id) => store.change((transaction) => transaction.put('customers', { id, createdAt: 1, email: null, name: null, metadata: {} }))
put('first')
put('second')
await store.settled()
writeSync(1, 'kept')
process.kill(process.pid, 'SIGKILL')
`
const ROUNDS = 10

test('a settled change survives a kill in the next moment', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
    const store = join(import.meta.dirname, 'store.ts')
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, store, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (text) => (said += String(text)))
    const [, signal] = (await once(child, 'close')) as [number | null, string | null]
    expect([said, signal]).toEqual(['kept', 'SIGKILL'])
    const left = await openStore(folder)
    expect(left.newestFirst('customers').map(({ id }) => id)).toEqual(['second', 'first'])
    await left.close()
    await rm(folder, { recursive: true, force: true })
  }
})
