import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../test/harness.ts'
import { ProgramStartError, type RunningProgram, startProgram } from './program.ts'

/** A program that answers with the environment that it sees, and its process id. */
const ANSWERS = `
  import { createServer } from 'node:http'
  const server = createServer((_, reply) => reply.end(JSON.stringify({ pid: process.pid, env: process.env, args: process.argv.slice(2) })))
  server.on('error', (error) => { console.error('it is old'); console.error('port in use: ' + error.code); process.exit(1) })
  server.listen(Number(process.env.ITS_PORT), '127.0.0.1', () => console.log('It listens (port ' + server.address().port + ').'))
  if (process.env.STAYS === 'yes') process.on('SIGTERM', () => {})
  process.stdin.on('end', () => process.exit(0)).resume()
`
const FAILS = `console.log('first line'); console.error('  the disk is full  '); process.exitCode = 1`
const SILENT = `process.exitCode = 1`

let folder = ''
const fileOf = (name: string) => join(folder, `${name}.mjs`)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'program-'))
  for (const [name, text] of Object.entries({ ANSWERS, FAILS, SILENT })) await writeFile(fileOf(name), text)
})
afterAll(() => rm(folder, { recursive: true }))

let lines: string[] = []
const running: RunningProgram[] = []
beforeEach(() => {
  lines = []
})
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop()
})

const start = async (more: Partial<Parameters<typeof startProgram>[0]> = {}) => {
  const program = await startProgram({
    name: 'sample',
    main: fileOf('ANSWERS'),
    portSetting: 'ITS_PORT',
    port: 0,
    environment: {},
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(`warning: ${line}`) },
    ...more,
  })
  running.push(program)
  return program
}
type Seen = { pid: number; env: Record<string, string>; args: string[] }
const ask = async (port: number): Promise<Seen | null> => {
  try {
    return (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as Seen
  } catch {
    return null
  }
}

describe('a program beside the server', () => {
  test('listens once it is started, and sees no variable but its own', async () => {
    process.env.OUR_SECRET = 'of the server'
    const { port } = await start({ environment: { GIVEN: 'this' } })
    const seen = await ask(port)
    expect(seen?.env).toMatchObject({ GIVEN: 'this', ITS_PORT: '0' })
    expect(
      Object.keys(seen?.env ?? {}).filter((name) => !['GIVEN', 'ITS_PORT', '__CF_USER_TEXT_ENCODING'].includes(name)),
    ).toEqual([])
    expect(seen?.args).toEqual(['--stop-with-stdin'])
    delete process.env.OUR_SECRET
  })

  test('ends with stop, once and for good', async () => {
    const program = await start()
    await program.stop()
    expect(await ask(program.port)).toBeNull()
    await program.stop()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect([await ask(program.port), lines]).toEqual([null, []])
  })

  test('that does not end when it is asked to is ended', async () => {
    const program = await start({ environment: { STAYS: 'yes' } })
    const begun = Date.now()
    await program.stop()
    expect(Date.now() - begun).toBeGreaterThan(2_000)
    expect(await ask(program.port)).toBeNull()
  })

  test('that ends by itself is started again, at the same port', async () => {
    const { port } = await start()
    const before = await ask(port)
    process.kill(before?.pid ?? 0, 'SIGKILL')
    await until(async () => ((await ask(port))?.pid ?? before?.pid) !== before?.pid)
    await until(() => lines.length === 2)
    expect(lines).toEqual(['warning: the sample has ended: starting it again', 'the sample is back'])
  })

  test.each([
    ['FAILS', 'the disk is full'],
    ['SILENT', 'The sample does not start.'],
    ['nowhere', undefined],
  ])('that cannot be started (%s) says why in one line: %s', async (name, message) => {
    const failing = start({ main: fileOf(name) })
    await expect(failing).rejects.toBeInstanceOf(ProgramStartError)
    if (message !== undefined) await expect(failing).rejects.toThrow(new ProgramStartError(message))
    await failing.catch(({ message: said }: Error) => expect(said).not.toContain('\n'))
  })

  test('waits for one that has its port and is about to end', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const starting = start({ port })
    await new Promise((resolve) => setTimeout(resolve, 300))
    other.close()
    expect((await starting).port).toBe(port)
    expect(await ask(port)).toMatchObject({ env: { ITS_PORT: String(port) } })
  })
})

describe('one of its kind that is there already', () => {
  const answersAt = async (port: number) => (await ask(port)) !== null

  test('is used, is left alone at the end, and is replaced once it is gone', async () => {
    const first = await start()
    const own = await ask(first.port)
    const second = await start({ port: first.port, answersAt })
    expect(second.port).toBe(first.port)
    const third = await start({ port: first.port, answersAt })
    await third.stop()
    expect((await ask(first.port))?.pid).toBe(own?.pid)
    await first.stop()
    await until(async () => {
      const seen = await ask(first.port)
      return seen !== null && seen.pid !== own?.pid
    })
    expect(lines).toContain('the sample is back')
  })

  test('is not looked for where any free port will do', async () => {
    const asked: number[] = []
    await start({
      answersAt: async (port) => {
        asked.push(port)
        return true
      },
    })
    expect(asked).toEqual([])
  })
})
