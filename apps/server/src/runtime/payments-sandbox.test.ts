import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { startSandbox } from '../../../payments-sandbox/test/start-sandbox.ts'
import { until } from '../../test/harness.ts'
import { startPaymentsSandbox } from './payments-sandbox.ts'
import { ProgramStartError, type RunningProgram } from './program.ts'

let folder: string
let logged: string[]
const open: RunningProgram[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payments-'))
  logged = []
})
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

const log = { info: (line: string) => void logged.push(line), warn: (line: string) => void logged.push(line) }
const start = async (port = 0) => {
  const sandbox = await startPaymentsSandbox({ port, environment: { DATA_DIR: folder, PUBLIC_URL: 'http://shop.test' }, log })
  open.push(sandbox)
  return sandbox
}
const call = async (port: number, method: string, path: string): Promise<{ status: number; body: string } | null> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${SANDBOX_KEYS.secret}` },
    })
    return { status: answer.status, body: await answer.text() }
  } catch {
    return null
  }
}
const customer = async (port: number): Promise<string> => {
  const made = await call(port, 'POST', '/v1/customers')
  return (JSON.parse(made?.body ?? '{}') as { id: string }).id
}
/** The process that listens at the port. */
const pidAt = (port: number): number => {
  const found = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('payments-sandbox/src/main.ts') && line.includes(` ${process.pid} `))
  if (found.length !== 1) throw new Error(`${found.length} sandboxes for ${port}`)
  return Number(found[0]?.trim().split(/\s+/)[0])
}

describe('the payment sandbox beside the server', () => {
  test('answers once it is started, and no more once it is stopped', async () => {
    const { port, stop } = await start()
    expect(await call(port, 'GET', '/_sandbox/ledger')).toMatchObject({ status: 200 })
    await stop()
    expect(await call(port, 'GET', '/_sandbox/ledger')).toBeNull()
  })

  test.skipIf(process.platform === 'win32')('is started again after a kill, at its port and with its ledger', async () => {
    const { port } = await start()
    const id = await customer(port)
    process.kill(pidAt(port), 'SIGKILL')
    await until(() => logged.includes('the payment sandbox is back'), 30_000)
    expect(await call(port, 'GET', `/v1/customers/${id}/payment_methods`)).toMatchObject({ status: 200 })
  })

  test('is the one of another server if that has its port, and is replaced when it ends', async () => {
    const other = await startSandbox({ dataDir: folder })
    const { port, stop } = await start(other.port)
    expect(port).toBe(other.port)
    const id = await customer(port)
    await other.kill()
    await until(() => logged.includes('the payment sandbox is back'), 30_000)
    expect(await call(port, 'GET', `/v1/customers/${id}/payment_methods`)).toMatchObject({ status: 200 })
    await stop()
    expect(await call(port, 'GET', '/_sandbox/ledger')).toBeNull()
  })

  test('waits for one that is ending with a server that was killed', async () => {
    const other = await startSandbox({ dataDir: folder })
    setTimeout(() => void other.stop(), 1_000)
    const { port } = await start()
    expect(await call(port, 'GET', '/_sandbox/ledger')).toMatchObject({ status: 200 })
  })

  test('says in one line that another program has its port', async () => {
    const other = createServer((_, response) => response.end('something else'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await expect(start(port)).rejects.toThrow(ProgramStartError)
    await expect(start(port)).rejects.toThrow(new RegExp(`^PAYMENTS_PORT: ${port} is in use by another program`))
    await new Promise((resolve) => other.close(resolve))
  })
})
