// Tests the answers to requests whose database session is ended in the middle.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import pg from 'pg'
import { openTestApp, openTestStore, type TestStore, until } from './harness.ts'
import { bearer, createOrganization, type Organization } from './people.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let acme: Organization
let admin: pg.Client

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([line('first')])
  app = await openTestApp(store, { env: { ACCOUNTS_URL: 'https://accounts.test' } })
  acme = await createOrganization(store, 'acme')
  admin = new pg.Client(store.connectionString)
  await admin.connect()
})
afterAll(async () => {
  await app.close()
  await admin.end()
  await store.close()
})

/** Ends the sessions that wait for a lock, once there is one. */
const endWaiting = () =>
  until(async () => {
    // The view needs another connection: within the transaction that holds the lock it would not change.
    const { rowCount } = await store.client.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rowCount ?? 0) > 0
  })

/** Sends a request while a table is locked, and ends its session while it waits. */
const cutOff = async <T>(table: string, request: () => Promise<T>): Promise<T> => {
  await admin.query(`begin; lock table ${table}`)
  try {
    const [answer] = await Promise.all([request(), endWaiting()])
    return answer
  } finally {
    await admin.query('rollback')
  }
}

const install = async () => {
  const { rows } = await store.client.pool.query<{ id: string }>(`select id from applications where slug = 'first'`)
  return app.server.inject({
    method: 'PUT',
    url: `/api/v2/applications/${rows[0]?.id}/install`,
    headers: bearer(acme.people.owner.token),
  })
}

describe('a request whose session is ended', () => {
  test('in a transaction is answered with 503, changes nothing, and succeeds the next time', async () => {
    const cut = await cutOff('installations', install)
    expect([cut.statusCode, cut.json()]).toMatchObject([503, { code: 'DATABASE_UNAVAILABLE' }])
    expect(cut.headers['cache-control']).toBe('no-store')
    expect(Math.floor((await install()).statusCode / 100)).toBe(2)
  })

  test('is answered in the accounts server’s shape there', async () => {
    const ask = () => app.accounts.inject({ method: 'GET', url: '/v2/info', headers: bearer(acme.people.owner.token) })
    const cut = await cutOff('tokens', ask)
    expect([cut.statusCode, cut.json()]).toMatchObject([
      503,
      { error: 'temporarily_unavailable', sub_error: 'database_unavailable' },
    ])
    expect((await ask()).statusCode).toBe(200)
  })

  test('is answered with a page for a browser', async () => {
    const look = () => app.accounts.inject({ method: 'GET', url: '/?client_id=nobody', headers: { accept: 'text/html' } })
    const signIn = await cutOff('oauth_clients', look)
    expect([signIn.statusCode, signIn.headers['content-type']]).toEqual([503, expect.stringMatching(/^text\/html/)])
    expect(signIn.body).toContain('The database does not answer right now')

    const visit = () => app.server.inject({ method: 'GET', url: '/apps/first/', headers: { accept: 'text/html' } })
    const page = await cutOff('applications', visit)
    expect([page.statusCode, page.headers['content-type']]).toEqual([503, expect.stringMatching(/^text\/html/)])
    expect(page.body).toContain('Something went wrong')
    expect((await visit()).statusCode).toBe(200)
  })

  test('logs the cause, and not the statement', async () => {
    const logged = app.logged.filter((text) => text.includes('the database does not answer'))
    expect(logged.length).toBeGreaterThan(0)
    for (const text of logged) expect(text).not.toMatch(/params|select |insert /)
    expect(app.logged.join('')).not.toContain('failed unexpectedly')
  })
})
