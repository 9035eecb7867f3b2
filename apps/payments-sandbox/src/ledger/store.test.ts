import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LedgerDamaged } from './append-file.ts'
import { CAPACITY, type CustomerRow } from './rows.ts'
import { openStore, StoreFull } from './store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = () => join(folder, 'ledger.jsonl')
const customer = (id: string, name = id): CustomerRow => ({ id, createdAt: 1, email: null, name, metadata: {} })
const put = (store: Awaited<ReturnType<typeof openStore>>, ...rows: CustomerRow[]) =>
  store.change((transaction) => {
    for (const row of rows) transaction.put('customers', row)
  })
const ids = async () => {
  const store = await openStore(folder)
  const found = store.newestFirst('customers').map(({ id }) => id)
  await store.close()
  return found
}

describe('the ledger', () => {
  test('is there again after it was closed, in order, and removals stay removed', async () => {
    const store = await openStore(folder)
    for (const id of ['a', 'b', 'c']) put(store, customer(id))
    store.change((transaction) => transaction.remove('customers', 'b'))
    put(store, customer('a', 'changed'))
    await store.close()
    expect(await ids()).toEqual(['c', 'a'])
    const again = await openStore(folder)
    expect(again.get('customers', 'a')?.name).toBe('changed')
    await again.close()
  })

  test('keeps all of a change or nothing', async () => {
    const store = await openStore(folder)
    expect(() =>
      store.change((transaction) => {
        transaction.put('customers', customer('a'))
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(store.get('customers', 'a')).toBeUndefined()
    await store.close()
    expect(await readFile(file(), 'utf8')).toBe('')
  })

  test('is on the disk once it is settled', async () => {
    const store = await openStore(folder)
    for (let index = 0; index < 50; index += 1) put(store, customer(`c${index}`))
    await store.settled()
    // The store was not closed, so the file is the same as after a kill.
    expect((await readFile(file(), 'utf8')).split('\n')).toHaveLength(51)
    await store.close()
  })

  test.each([1, 5, 20])('loses a torn end, %i bytes short, and nothing else', async (missing) => {
    const store = await openStore(folder)
    for (const id of ['a', 'b']) put(store, customer(id))
    await store.close()
    await truncate(file(), (await stat(file())).size - missing)
    expect(await ids()).toEqual(['a'])
    const next = await openStore(folder)
    put(next, customer('c'))
    await next.close()
    expect(await ids()).toEqual(['c', 'a'])
  })

  test('loses an end that is no line', async () => {
    const store = await openStore(folder)
    put(store, customer('a'))
    await store.close()
    await appendFile(file(), '\0\0\0\0\n00000000 {}\n')
    expect(await ids()).toEqual(['a'])
  })

  test('is not opened where a line in the middle is not what was written', async () => {
    const store = await openStore(folder)
    for (const id of ['a', 'b', 'c']) put(store, customer(id))
    await store.close()
    await writeFile(file(), (await readFile(file(), 'utf8')).replace('"id":"b"', '"id":"x"'))
    await expect(openStore(folder)).rejects.toThrow(LedgerDamaged)
  })

  test('is written anew at start when most of it is history', async () => {
    const store = await openStore(folder)
    for (let index = 0; index < 2_000; index += 1) put(store, customer('same', String(index)))
    put(store, customer('other'))
    await store.close()
    const before = (await stat(file())).size
    const again = await openStore(folder)
    put(again, customer('later'))
    await again.close()
    expect((await stat(file())).size).toBeLessThan(before / 100)
    expect(await ids()).toEqual(['later', 'other', 'same'])
  })

  test('refuses more rows than it keeps, or drops the oldest, as the table says', async () => {
    const store = await openStore(folder)
    const fault = { operation: 'capture', fault: 'delay', times: 1, ms: null, customer: null } as const
    for (let index = 0; index < CAPACITY.faults.rows; index += 1)
      store.change((transaction) => transaction.put('faults', { id: `f${index}`, ...fault }))
    expect(() => store.change((transaction) => transaction.put('faults', { id: 'more', ...fault }))).toThrow(StoreFull)
    store.change((transaction) => {
      for (let index = 0; index < CAPACITY.challenges.rows + 1; index += 1)
        transaction.put('challenges', { id: `s${index}`, of: 'pi', openedAt: 1 })
    })
    expect(store.get('challenges', 's0')).toBeUndefined()
    expect(store.newestFirst('challenges')).toHaveLength(CAPACITY.challenges.rows)
    await store.close()
  })
})
