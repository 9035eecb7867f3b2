import { describe, expect, test } from 'vitest'
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
    await postgres.stop()
    await expect(query(postgres.connectionString('one'), 'select 1')).rejects.toThrow()
  })
})
