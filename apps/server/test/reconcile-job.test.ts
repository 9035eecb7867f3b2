// The nightly comparison of the books with the payment provider, as its schedule runs it in a started server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, openTestStore, type TestStore, until } from './harness.ts'
import { openTestPayments, type TestPayments, VISA } from './payments.ts'

const JOB = 'books.reconcile'

let store: TestStore
let opened: TestPayments
beforeAll(async () => {
  ;[store, opened] = await Promise.all([openTestStore(), openTestPayments()])
})
afterAll(() => Promise.all([store.close(), opened.close()]))

const sql = async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[]

type Line = { level: number; msg: string; difference?: { kind: string; subject: string; detail: string } }
/** Starts a server with its jobs, does the work, and ends the server. Returns what it has logged. */
const withServer = async (work: (lines: () => Line[]) => Promise<void>): Promise<void> => {
  const app = await openTestApp(store, { payments: opened.payments })
  try {
    await app.startJobs()
    await work(() => app.logged.map((line) => JSON.parse(line) as Line))
  } finally {
    await app.close()
  }
}
const ERROR = 50

test('the schedule runs it at night, and it logs each difference as an error', async () => {
  await withServer(async () => {
    expect(await sql('select cron, timezone from jobs.schedule where name = $1', [JOB])).toEqual([
      { cron: '23 3 * * *', timezone: 'UTC' },
    ])
  })
  const { id } = await opened.captured(VISA, { amount: 777 })
  // As if no server had run for two days: the missed night is made up for.
  await sql(`update jobs.schedule set created_on = now() - interval '3 days' where name = $1`, [JOB])
  await sql(`update jobs.version set cron_on = now() - interval '2 days'`)
  await withServer(async (lines) => {
    const compared = () => lines().find(({ msg }) => msg.startsWith('the books were compared'))
    await until(() => compared() !== undefined, 60_000)
    expect(compared()?.msg).toBe('the books were compared with the payment provider: 1 difference')
    expect(lines().filter(({ difference }) => difference)).toMatchObject([
      { level: ERROR, difference: { kind: 'capture_unknown', subject: id, detail: '$7.77 captured' } },
    ])
    const states = async () =>
      (await sql<{ state: string }>('select state from jobs.job where name = $1', [JOB])).map(({ state }) => state)
    await until(async () => (await states()).join() === 'completed')
  })
})
