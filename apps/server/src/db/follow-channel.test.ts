import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until } from '../../test/harness.ts'
import { followChannel, type Live } from './follow-channel.ts'

type Snapshot = { revision: number; read: string }

let store: TestStore
let live: Live<Snapshot>
/** What was read, in order. Reads named in `failing` fail. */
let readings: string[]
let failing: Set<string>
let warnings: string[]

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const reading = (revision: number, what: string): Promise<Snapshot> => {
  readings.push(what)
  return failing.delete(what) ? Promise.reject(new Error(`no ${what}`)) : Promise.resolve({ revision, read: what })
}
const follow = () =>
  followChannel<Snapshot>({
    pool: store.client.pool,
    channel: 'partners',
    name: 'the test',
    log: { warn: (_, message) => warnings.push(message) },
    empty: { revision: 0, read: 'nothing' },
    readAll: (revision) => reading(revision, 'all'),
    readChanges: (payloads, before) => reading(before.revision + 1, [...payloads].toSorted().join()),
  })
const announce = (...payloads: string[]) =>
  store.client.pool.query(`select pg_notify('partners', payload) from unnest($1::text[]) payload`, [payloads])

beforeEach(async () => {
  readings = []
  warnings = []
  failing = new Set()
  live = await follow()
})
afterEach(() => live.close())

describe('followChannel', () => {
  test('starts by reading everything', () => {
    expect(live.current()).toEqual({ revision: 1, read: 'all' })
    expect(live.connected()).toBe(true)
  })

  test('reads simultaneous announcements together, without duplicates, and notifies its listeners', async () => {
    const heard: Snapshot[] = []
    live.onChange((snapshot) => heard.push(snapshot))
    await announce('b', 'a', 'b')
    await until(() => heard.length === 1)
    expect(heard).toEqual([{ revision: 2, read: 'a,b' }])
    expect(live.current()).toBe(heard[0])
    await announce('c')
    await until(() => heard.length === 2)
    expect(live.current()).toEqual({ revision: 3, read: 'c' })
  })

  test('reads everything after a failed read, until that succeeds', async () => {
    failing.add('a').add('all')
    await announce('a')
    await until(() => live.current().revision === 2)
    expect(readings).toEqual(['all', 'a', 'all', 'all'])
    expect(live.current().read).toBe('all')
    expect(warnings).toEqual(Array(2).fill('the test could not be read again; retrying'))
  })

  test('stops after close', async () => {
    await live.close()
    await announce('a')
    expect(live.connected()).toBe(false)
    // This follower's read is blocked; the other one reads meanwhile.
    const other = await follow()
    await announce('b')
    await until(() => other.current().read === 'b')
    await other.close()
    expect(readings.filter((what) => what !== 'all')).toEqual(['b'])
  })

  test('releases its connection if the first read fails', async () => {
    const listening = async () => {
      const { rows } = await store.client.pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity where datname = current_database() and query = 'listen partners'`,
      )
      return rows[0]?.count
    }
    await until(async () => (await listening()) === 1)
    failing.add('all')
    await expect(follow()).rejects.toThrow('no all')
    await until(async () => (await listening()) === 1)
  })
})
