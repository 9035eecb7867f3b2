import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/harness.ts'
import { createOrganization, createToken } from '../../../test/people.ts'
import { tidy } from './tidy.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('tokens and sessions that ended a day ago are deleted, valid and reusable ones stay', async () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const { people } = await createOrganization(store, 'acme')
  await store.client.pool.query('delete from tokens')
  for (const hours of [-48, -25, -23, 1]) await createToken(store, people.owner, 'dal', { expiresAt: at(hours) })
  await store.client.pool.query('update tokens set used_at = created_at where expires_at = $1', [at(-23)])
  const revoked = await createToken(store, people.owner, 'dal', { expiresAt: at(5) })
  await store.client.pool.query('update tokens set revoked_at = $1 where expires_at = $2', [at(-25), at(5)])
  for (const hours of [-25, 1])
    await store.client.pool.query('insert into sessions (hash, account_id, expires_at) values ($1, $2, $3)', [
      randomUUID(),
      people.owner.accountId,
      at(hours),
    ])
  expect(await tidy(store.client.database, now)).toBe(3)
  const { rows } = await store.client.pool.query('select expires_at from tokens order by 1')
  expect(rows.map(({ expires_at }) => expires_at)).toEqual([at(-23), at(1)])
  expect((await store.client.pool.query('select expires_at from sessions')).rows).toEqual([{ expires_at: at(1) }])
  expect(revoked).toMatch(/^dal:/)
  expect(await tidy(store.client.database, now)).toBe(0)
})

test('sign-ups, second steps and answered challenges that ended a day ago are deleted', async () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const { pool } = store.client
  const { people } = await createOrganization(store, 'globex')
  for (const hours of [-25, -23]) {
    const ended = new Date(now.getTime() + hours * 3_600_000)
    const name = `ended ${hours}`
    await pool.query(`insert into sign_ups (id, email, created_at, expires_at) values ($1, 'a@b.test', $2, $2)`, [name, ended])
    await pool.query(
      `insert into sign_in_steps (hash, account_id, password_proof, known_browser, expires_at) values ($1, $2, '', false, $3)`,
      [name, people.owner.accountId, ended],
    )
    await pool.query('insert into used_challenges (hash, expires_at) values ($1, $2)', [name, ended])
  }
  await tidy(store.client.database, now)
  for (const [table, key] of [
    ['sign_ups', 'id'],
    ['sign_in_steps', 'hash'],
    ['used_challenges', 'hash'],
  ])
    expect((await pool.query(`select ${key} as key from ${table}`)).rows).toEqual([{ key: 'ended -23' }])
})
