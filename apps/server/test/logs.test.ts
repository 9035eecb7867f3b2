// Tests the contents of the logs of a real server process and its PostgreSQL, and the texts that must not be in them.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '../src/db/embedded/open-embedded.ts'
import { until } from './harness.ts'

const EMAIL = 'private.person@example.test'
const PASSWORD = 'a-private-password'
/** Texts that must not be in any log. */
const PRIVATE = [EMAIL, PASSWORD, '$argon2id$', 'a-private-token', 'a-private-code', 'a-private-literal', 'a-private-search']

let folder: string
let server: ChildProcess
let output = ''
let urls: { shop: string; accounts: string }
let connect: () => Promise<pg.Client>
let postgresLog: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marketplace-logs-'))
  // For root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
  const port = randomInt(20_000, 32_000)
  urls = { shop: `http://127.0.0.1:${port}`, accounts: `http://127.0.0.1:${port + 1}` }
  server = spawn(process.execPath, [join(import.meta.dirname, '../dist/main.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: 'false',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'trace',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += String(text)))
  await until(() => {
    if (server.exitCode !== null) throw new Error(output)
    return output.includes('is ready')
  }, 90_000)
  postgresLog = join(dirname(/Database +(\S+) \(/.exec(output)?.[1] ?? ''), 'log')
  const { connectionString } = await openEmbedded({ dataDir: folder, role: 'tool', log: () => {} })
  connect = async () => {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    await client.connect()
    return client
  }
})
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
})

const expectNothingPrivate = (text: string) => {
  for (const secret of PRIVATE) expect(text).not.toContain(secret)
}

test('a failed statement is logged without its values', async () => {
  const database = await connect()
  await database.query('alter table sign_ups rename column expires_at to gone')
  const query = new URLSearchParams({
    client_id: 'marketplace',
    redirect_uri: `http://localhost:${new URL(urls.shop).port}/`,
    response_type: 'code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const { status } = await fetch(`${urls.accounts}/signup?${query}`, {
    method: 'POST',
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
  })
  await database.query('alter table sign_ups rename column gone to expires_at')
  await database.end()
  expect(status).toBe(500)
  await until(() => output.includes('a request failed unexpectedly'))
  const line = output.split('\n').find((each) => each.includes('a request failed unexpectedly')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    err: {
      message: 'a statement failed',
      sql: expect.stringContaining('insert into "sign_ups"'),
      stack: expect.stringContaining('beginSignUp'),
      cause: { code: '42703', message: expect.stringContaining('expires_at') },
    },
  })
  expectNothingPrivate(output)
})

test('no query is in the log, whoever answers the request', async () => {
  const secrets = 'access_token=a-private-token&code=a-private-code&query=a-private-search'
  for (const path of [
    '/',
    '/',
    '/search/',
    '/nothing/',
    '/api/v2/applications/published',
    '/%ff',
    '/page-data/nothing.json',
    '/docs',
  ])
    await (await fetch(`${urls.shop}${path}?${secrets}`)).text()
  for (const path of ['/', '/v2/info', '/signin']) await (await fetch(`${urls.accounts}${path}?${secrets}`)).text()
  await until(() => output.includes('/signin?…'))
  expect(output).toContain('"url":"/?…"')
  expect(output).toContain('answered by the front door')
  expectNothingPrivate(output)
})

test('PostgreSQL logs no statement, neither failed nor cancelled ones', async () => {
  const database = await connect()
  const cut = await connect()
  const { rows } = await cut.query<{ pid: number }>('select pg_backend_pid() as pid')
  await expect(database.query(`select 'a-private-literal'::int`)).rejects.toThrow('invalid input syntax')
  await expect(database.query('select $1::text::int', ['a-private-literal'])).rejects.toThrow('invalid input syntax')
  const sleeping = cut.query(`select pg_sleep(60), 'a-private-literal'`).catch((error: unknown) => error)
  await until(async () => {
    const { rows: active } = await database.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [
      rows[0]?.pid,
    ])
    return active.length === 1
  })
  await database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  expect(await sleeping).toBeInstanceOf(Error)
  await until(async () => (await readFile(postgresLog, 'utf8')).includes('terminating connection'))
  expectNothingPrivate(await readFile(postgresLog, 'utf8'))
  const { rows: settings } = await database.query(
    `select name, setting from pg_settings where name in ('log_statement', 'log_parameter_max_length_on_error', 'log_parameter_max_length')`,
  )
  await database.end()
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    log_statement: 'none',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  })
})
