import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../test/harness.ts'
import { startSamplePrograms, withFreePorts } from './sample-programs.ts'

const logged: string[] = []
const log = { info: (line: string) => void logged.push(line), warn: (line: string) => void logged.push(line) }
const open: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
  logged.length = 0
})

const start = async (port: number) => {
  const samples = startSamplePrograms({
    ports: { SAMPLE_HOST_PORT: port },
    environment: { PUBLIC_URL: 'http://shop.test', SAMPLE_HOST_URL: `http://localhost:${port}` },
    log,
  })
  open.push(samples)
  await samples.ready
  return samples
}
const status = async (port: number, path = '/chats'): Promise<number | null> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}${path}`)).status
  } catch {
    return null
  }
}
const freePort = async (): Promise<number> => Number((await withFreePorts({ SAMPLE_HOST_PORT: '0' })).SAMPLE_HOST_PORT)
const pids = (): number[] =>
  execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('sample-host/src/main.ts') && line.includes(` ${process.pid} `))
    .map((line) => Number(line.trim().split(/\s+/)[0]))

describe('the programs around the marketplace', () => {
  test('answer once they are started, and no more once they are stopped', async () => {
    const port = await freePort()
    const samples = await start(port)
    expect(await status(port)).toBe(200)
    await samples.stop()
    expect(await status(port)).toBeNull()
    expect(logged).toEqual([])
  })

  test.skipIf(process.platform === 'win32')('are started again after a kill, at their port', async () => {
    const port = await freePort()
    await start(port)
    const [pid] = pids()
    // Without an id, kill would end this test's own process group.
    if (!pid) throw new Error(`The sample host does not run: ${logged.join()}`)
    process.kill(pid, 'SIGKILL')
    await until(() => logged.includes('the sample host is back'), 30_000)
    expect(await status(port)).toBe(200)
  })

  test('are given up with a warning where another program has the port', async () => {
    const other = createServer((_, response) => response.writeHead(418).end())
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await start(port)
    expect(logged).toEqual([expect.stringMatching(`^the sample host cannot be started: SAMPLE_HOST_PORT: ${port} is in use`)])
    expect(await status(port)).toBe(418)
    await new Promise((resolve) => other.close(resolve))
  })

  test('a port of 0 becomes one that is free, and other settings stay', async () => {
    const environment = await withFreePorts({ SAMPLE_HOST_PORT: '0', SAMPLE_APPS_PORT: '3003', PORT: '0' })
    expect(environment).toEqual({ SAMPLE_HOST_PORT: expect.stringMatching(/^[1-9]\d*$/), SAMPLE_APPS_PORT: '3003', PORT: '0' })
  })
})
