import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  clearDataFolders,
  clusterOf,
  madeDataDir,
  newDataDir,
  postmastersOn,
  query,
  startChild,
} from './embedded/test-support.ts'
import { chooseUser } from './embedded/users.ts'
import { DatabaseStartError, openPostgres, type Postgres } from './open-postgres.ts'

clearDataFolders()

const open = (dataDir: string, log: (line: string) => void = () => {}): Promise<Postgres> =>
  openPostgres({ dataDir, databaseUrl: null, role: 'server', log })

const openAndClose = async (dataDir: string) => (await open(dataDir)).close()

describe('with the operator’s own PostgreSQL', () => {
  test('leaves the data folder alone, and hides the password', async () => {
    const dataDir = join(newDataDir(), 'none')
    const databaseUrl = 'postgresql://me:secret@db.example:5433/shop?sslmode=require'
    const postgres = await openPostgres({ dataDir, databaseUrl, role: 'server', log: () => {} })
    expect(postgres.connectionString).toBe(databaseUrl)
    expect(postgres.location).toBe('postgresql://me@db.example:5433/shop?sslmode=require')
    await postgres.close()
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('the embedded PostgreSQL', () => {
  test('keeps its data over a restart, and leaves no process', async () => {
    const dataDir = newDataDir()
    const first = await open(dataDir)
    await query(first.connectionString, 'create table kept as select 7 as number')
    await first.close()
    await first.close()
    expect(postmastersOn(dataDir)).toEqual([])
    const second = await open(dataDir)
    expect(await query(second.connectionString, 'select number from kept')).toEqual({ number: 7 })
    expect(second.location).toContain(dataDir)
    expect(second.location).not.toContain(new URL(second.connectionString).password)
    await second.close()
    expect(postmastersOn(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'holder.json'))).toBe(false)
  })

  test('is safe, closed, and speaks UTF-8', async () => {
    const dataDir = newDataDir()
    const { connectionString, close } = await open(dataDir)
    const settings = [
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'server_encoding',
      'listen_addresses',
      'password_encryption',
    ]
    const row = await query(connectionString, `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join()}`)
    expect(row).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      server_encoding: 'UTF8',
      listen_addresses: '127.0.0.1',
      password_encryption: 'scram-sha-256',
    })
    expect(await query(connectionString, `select lower('ÉÆΩ') as low, 'Z' < 'a' as by_code_point`)).toEqual({
      low: 'éæω',
      by_code_point: true,
    })
    expect(await query(connectionString, 'select rolsuper from pg_roles where rolname = current_user')).toEqual({
      rolsuper: false,
    })
    for (const extension of ['pg_trgm', 'unaccent', 'citext', 'pgcrypto']) {
      await query(connectionString, `create extension ${extension}`)
    }
    const wrong = new URL(connectionString)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600)
    await close()
  })

  test('starts over a postmaster.pid whose process id now belongs to something else of the same user', async () => {
    const dataDir = await madeDataDir()
    const runAs = chooseUser(join(dataDir, 'postgres'))
    const other = spawn('sleep', ['60'], { stdio: 'ignore', ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}) })
    writeFileSync(
      join(clusterOf(dataDir), 'postmaster.pid'),
      `${other.pid}\n${clusterOf(dataDir)}\n1700000000\n54321\n\n127.0.0.1\n  5432001         7\nready   \n`,
    )
    await openAndClose(dataDir)
    expect(other.exitCode).toBe(null)
    other.kill('SIGKILL')
  })

  test('starts over a postmaster.pid that a crash left empty', async () => {
    const dataDir = await madeDataDir()
    writeFileSync(join(clusterOf(dataDir), 'postmaster.pid'), '')
    const { connectionString, close } = await open(dataDir)
    expect(await query(connectionString, 'select 1 as one')).toEqual({ one: 1 })
    await close()
  })

  test('names both versions when another major version made the folder', async () => {
    const dataDir = await madeDataDir()
    writeFileSync(join(clusterOf(dataDir), 'PG_VERSION'), '17\n')
    await expect(open(dataDir)).rejects.toThrow(/PostgreSQL 17 .*PostgreSQL 18/)
  })

  test('reports PostgreSQL’s output if it does not start', async () => {
    const dataDir = await madeDataDir()
    writeFileSync(join(clusterOf(dataDir), 'postgresql.conf'), 'no_such_setting = 1\n')
    const failure = await open(dataDir).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseStartError)
    expect(String(failure)).toContain('no_such_setting')
    expect(String(failure)).not.toContain('\n')
    expect(postmastersOn(dataDir)).toEqual([])
  })

  test('says in one line that the folder cannot be made', async () => {
    const dataDir = newDataDir()
    writeFileSync(join(dataDir, 'file'), '')
    await expect(open(join(dataDir, 'file', 'data'))).rejects.toThrow(DatabaseStartError)
  })

  test('starts after a creation that was killed at any moment', async () => {
    const dataDir = newDataDir()
    for (const ms of [5, 40, 100, 200, 300, 400, 500, 600]) {
      const child = startChild(dataDir)
      await child.line('opening')
      await new Promise((resolve) => setTimeout(resolve, ms))
      await child.kill('SIGKILL')
    }
    const { connectionString, close } = await open(dataDir)
    expect(await query(connectionString, 'select 1 as one')).toEqual({ one: 1 })
    await close()
    expect(postmastersOn(dataDir)).toEqual([])
    expect(readFileSync(join(clusterOf(dataDir), 'PG_VERSION'), 'utf8')).toBe('18\n')
  })

  test('removes the leftovers of a killed creation', async () => {
    const dataDir = newDataDir()
    mkdirSync(join(dataDir, 'postgres', 'init-left'), { recursive: true })
    await openAndClose(dataDir)
    expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['data', 'log'])
  })
})
