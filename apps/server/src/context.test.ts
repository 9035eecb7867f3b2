import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestApp, openTestStore, paymentsNowhere, testClock, type TestStore, until } from '../test/harness.ts'
import { bearer, createOrganization } from '../test/people.ts'
import { webAssetsFolder } from './adapters/web-build.ts'
import { readConfig } from './config/config.ts'
import { createApp } from './context.ts'
import { createLog } from './runtime/log.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const listening = async () => {
  const { rows } = await store.client.pool.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and query like 'listen %' order by query`,
  )
  return rows.map(({ query }) => query)
}

describe('the application', () => {
  test('that cannot be put together leaves nothing open, and can be tried again', async () => {
    const create = () =>
      createApp({
        config: readConfig({ DEMO: 'false', PUBLIC_URL: 'http://shop.test' }),
        store,
        log: createLog('silent'),
        version: '0.0.0',
        openRenderer: async () => {
          expect(await listening()).toEqual(['listen catalogue', 'listen partners', 'listen search'])
          throw new Error('the web application is not there')
        },
        assetsFolder: webAssetsFolder,
        ...paymentsNowhere(),
      })
    for (let time = 0; time < 2; time += 1) {
      await expect(create()).rejects.toThrow('the web application is not there')
      await until(async () => (await listening()).length === 0)
    }
    const app = await openTestApp(store)
    expect((await app.server.inject('/healthz')).statusCode).toBe(200)
    await app.close()
    await until(async () => (await listening()).length === 0)
  })

  test('starts without the pool for requests, whose limits a slow start would exceed', async () => {
    const connect = vi.spyOn(store.requests.pool, 'connect')
    const app = await openTestApp(store)
    expect(connect).not.toHaveBeenCalled()
    await app.close()
    connect.mockRestore()
  })

  test('runs no job before it is told to', async () => {
    const clock = testClock('2026-11-20T12:00:00Z')
    const app = await openTestApp(store, { clock })
    const done = async () =>
      (await store.client.pool.query(`select from jobs.job where state in ('active', 'completed')`)).rowCount ?? 0
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await done()).toBe(0)
    await app.startJobs()
    await until(async () => (await done()) > 0, 60_000)
    await app.close()
  })

  test('two of them on one database answer alike, and the end of one is not the end of the other', async () => {
    const apps = [await openTestApp(store), await openTestApp(store)]
    const { people } = await createOrganization(store, 'acme')
    const agents = await Promise.all(
      apps.map(({ server }) => server.inject({ url: '/api/v2/agents', headers: bearer(people.owner.token) })),
    )
    expect(agents.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(agents[0]?.json()).toEqual(agents[1]?.json())
    await apps[0]?.close()
    expect((await apps[1]?.server.inject('/readyz'))?.statusCode).toBe(200)
    await apps[1]?.close()
  })
})
