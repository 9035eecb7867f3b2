import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { until } from '../../../test/harness.ts'
import { startTestPostgres } from './for-tests.ts'
import { query } from './test-support.ts'

describe('the PostgreSQL for tests', () => {
  test('copies a template and leaves nothing behind', async () => {
    const postgres = await startTestPostgres()
    await postgres.createDatabase('base')
    await query(postgres.connectionString('base'), 'create table kept as select 7 as number')
    await Promise.all(['one', 'two', 'th"ree'].map((name) => postgres.createDatabase(name, { template: 'base' })))
    expect(await query(postgres.connectionString('th"ree'), 'select number from kept')).toEqual({ number: 7 })
    expect(await query(postgres.connectionString('one'), 'show max_connections')).toEqual({ max_connections: '200' })
    expect(postgres.faults()).toEqual([])
    await postgres.stop()
    await expect(query(postgres.connectionString('one'), 'select 1')).rejects.toThrow()
  })

  test.skipIf(process.platform === 'win32')('tells of a process of the server that was killed', async () => {
    const postgres = await startTestPostgres()
    const address = postgres.connectionString('postgres')
    await expect(query(address, `select from pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
    expect(postgres.faults()).toEqual([])
    const client = new pg.Client(address)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(Number(rows[0]?.pid), 'SIGKILL')
    await until(() => postgres.faults().length > 0)
    expect(postgres.faults().join()).toMatch(/was terminated by signal 9/)
    await postgres.stop()
  })
})
