// Tests the commands as people use them: processes that are started, killed and restarted on one data folder.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { until } from './harness.ts'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** Below the ports of outgoing connections, which another program could take before the server listens. */
const PORTS = { from: 20_000, to: 32_000 }

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

type Started = { process: ChildProcess; url: string; output: () => string; ended: Promise<number | null> }

let folder: string
let dataDir: string
const started: Started[] = []
const environment = (port: number) => ({
  ...process.env,
  PORT: String(port),
  ACCOUNTS_PORT: '0',
  PAYMENTS_PORT: '0',
  DATA_DIR: dataDir,
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
})

/** Runs npm start in its own process group. */
const start = async (): Promise<Started> => {
  const port = await freePort()
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: environment(port),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  child.stderr.on('data', (text) => (output += String(text)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const server = { process: child, url: `http://127.0.0.1:${port}`, output: () => output, ended }
  started.push(server)
  return server
}
const ready = async (server: Started): Promise<void> => {
  let code: number | null | undefined
  void server.ended.then((value) => (code = value))
  await until(() => {
    if (code !== undefined) throw new Error(`ended with ${code}: ${server.output()}`)
    return server.output().includes('is ready')
  }, 90_000)
}
const signal = (server: Started, name: NodeJS.Signals) => process.kill(-(server.process.pid ?? 0), name)
const status = async (url: string) => (await fetch(url)).status

/** Command lines of processes that use the data folder. */
const left = async (): Promise<string[]> => {
  const { stdout } = await run('ps', ['-eo', 'pid,args'])
  return stdout.split('\n').filter((text) => text.includes(dataDir) && !text.includes('ps -eo'))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marketplace-lifecycle-'))
  // For root, PostgreSQL runs as another user, who must be able to enter the folder.
  await run('chmod', ['755', folder])
  dataDir = join(folder, 'data')
})
afterAll(async () => {
  for (const server of started) {
    if (server.process.exitCode === null && server.process.signalCode === null) {
      try {
        signal(server, 'SIGTERM')
      } catch {
        // The process has ended meanwhile.
      }
      await server.ended
    }
  }
  await rm(folder, { recursive: true, force: true })
})

const importLines = async (...lines: object[]) => {
  const path = join(folder, 'catalogue.jsonl')
  await writeFile(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return run(process.execPath, ['tools/run.mjs', 'apps/server/src/cli/import.ts', path], { cwd: root, env: environment(0) })
}

describe.runIf(process.platform !== 'win32')('a data folder', () => {
  test('is imported into without a server, and leaves no process behind', async () => {
    const { stdout } = await importLines(line('first'), line('starter-pack'))
    expect(stdout).toMatch(/^line 2: slug: /m)
    expect(stdout).toMatch(/2 lines: 1 new, 0 updated, 1 refused/)
    expect(await left()).toEqual([])
  })

  test('is served, refuses a second server, and loses nothing after a kill', async () => {
    const first = await start()
    await ready(first)
    expect(await status(`${first.url}/apps/first/`)).toBe(200)

    const second = await start()
    expect(await second.ended).not.toBe(0)
    expect(second.output()).toContain(dataDir)
    expect(second.output()).not.toMatch(/\n\s+at /)
    expect(await status(`${first.url}/healthz`)).toBe(200)

    const { stdout } = await importLines(line('beside'))
    expect(stdout).toContain('1 new')
    await until(async () => (await status(`${first.url}/apps/beside/`)) === 200)

    signal(first, 'SIGKILL')
    await first.ended
    const third = await start()
    await ready(third)
    for (const slug of ['first', 'beside']) expect(await status(`${third.url}/apps/${slug}/`)).toBe(200)

    signal(third, 'SIGTERM')
    await third.ended
    await until(async () => (await left()).length === 0)
  })

  test('its payment sandbox keeps its ledger over a kill, and ends with the rest', async () => {
    const sandboxOf = (server: Started) => /Payments +(http:\/\/localhost:\d+)\/ /.exec(server.output())?.[1] ?? ''
    const customers = (server: Started, method: string, path = '') =>
      fetch(`${sandboxOf(server)}/v1/customers${path}`, { method, headers: { authorization: `Bearer ${SANDBOX_KEYS.secret}` } })
    const first = await start()
    await ready(first)
    const { id } = (await (await customers(first, 'POST')).json()) as { id: string }
    signal(first, 'SIGKILL')
    await first.ended
    const second = await start()
    await ready(second)
    expect((await customers(second, 'GET', `/${id}/payment_methods`)).status).toBe(200)
    signal(second, 'SIGTERM')
    await second.ended
    await expect(customers(second, 'GET')).rejects.toThrow()
  })

  test('a server ends if only its starter is killed', async () => {
    const server = await start()
    await ready(server)
    server.process.kill('SIGKILL')
    await until(async () => (await left()).length === 0, 30_000)
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('is exported without a server', async () => {
    const path = join(folder, 'out.jsonl')
    await run(process.execPath, ['tools/run.mjs', 'apps/server/src/cli/export.ts', path], { cwd: root, env: environment(0) })
    const slugs = (await readFile(path, 'utf8'))
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as { slug: string }).slug)
    expect(slugs).toEqual(['beside', 'first'])
  })

  test('a bad setting stops the start with one line that names it', async () => {
    const child = run(process.execPath, ['tools/start.mjs'], { cwd: root, env: { ...environment(3000), VARIANT_HOSTS: 'x' } })
    await expect(child).rejects.toMatchObject({ stderr: expect.stringMatching(/^Setting VARIANT_HOSTS [^:]*: [^\n]+\n$/) })
  })

  test('a port that is taken stops it too, and names the setting', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const child = run(process.execPath, ['tools/start.mjs'], { cwd: root, env: environment(port) })
    await expect(child).rejects.toMatchObject({ stderr: expect.stringMatching(`^PORT: ${port} is in use`) })
    const accounts = { ...environment(await freePort()), ACCOUNTS_PORT: String(port) }
    const other = run(process.execPath, ['tools/start.mjs'], { cwd: root, env: accounts })
    await expect(other).rejects.toMatchObject({ stderr: expect.stringMatching(`^ACCOUNTS_PORT: ${port} is in use`) })
    server.close()
    expect(await left()).toEqual([])
  })

  test('a file that cannot be read is an error, and says so in a line', async () => {
    const child = run(process.execPath, ['tools/run.mjs', 'apps/server/src/cli/import.ts', 'no-such-file.jsonl'], {
      cwd: root,
      env: environment(0),
    })
    await expect(child).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/no-such-file\.jsonl cannot be read/) })
  })
})
