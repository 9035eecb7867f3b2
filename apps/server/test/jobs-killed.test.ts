// Each job is killed before each of its steps and then runs again: all of its work is done, and each row is written once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql as statement } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGuardedHttp } from '../src/adapters/guarded-http/open-guarded-http.ts'
import { openSmtp } from '../src/adapters/smtp.ts'
import { type LiveCatalogue, openLiveCatalogue } from '../src/modules/catalogue/index.ts'
import type { SendJob } from '../src/modules/jobs/index.ts'
import { mailQueue } from '../src/modules/mail/index.ts'
import { type LivePartners, openLivePartners } from '../src/modules/partners/index.ts'
import { applicationTeller } from '../src/modules/webhooks/index.ts'
import type { OutboundHttp } from '../src/ports/outbound-http.ts'
import { JOBS, workersOf, type WorkParts } from '../src/work.ts'
import { type Arranged, changingColumns, keepArranged, withoutColumns } from './arranged.ts'
import { NOON } from './carts.ts'
import { type Doomed, Killed, openDoomed } from './doomed.ts'
import { JOB_ROWS, type JobRow } from './job-rows.ts'
import { openShop, type Shop } from './purchases.ts'
import { openTestSmtp, type TestSmtp } from './smtp-server.ts'

/** Larger than the number of steps of any job here. */
const NEVER = 10_000

let shop: Shop
let arranged: Arranged
let smtp: TestSmtp
let catalogue: LiveCatalogue
let partners: LivePartners
let http: OutboundHttp
let receiver: string
const receiving = createServer((_, answer) => {
  outside.receiver += 1
  answer.end('ok')
})
/** The number of effects outside the database, by kind. */
const outside = { mail: 0, receiver: 0, provider: 0, log: 0 }

beforeAll(async () => {
  shop = await openShop()
  const { client } = shop.store
  const { owner } = shop.acme.people
  await shop.giveCard(shop.acme)
  const bought = await shop.lockedCart(owner, 'seats', 'card-trial')
  const { status, body } = await shop.buy(owner, bought.id)
  if (status !== 200) throw new Error(JSON.stringify(body))
  // A checkout that is never paid, so that a job has to end it.
  await shop.lockedCart(owner, 'once')
  await shop.sql('create table sent_jobs (name text not null, data jsonb not null)')
  arranged = await keepArranged(shop.store)
  const quiet = { warn: () => {} }
  catalogue = await openLiveCatalogue(client, shop.clock, quiet)
  partners = await openLivePartners(client, shop.clock, quiet)
  smtp = await openTestSmtp()
  await new Promise<void>((resolve) => receiving.listen(0, '127.0.0.1', resolve))
  receiver = `http://127.0.0.1:${(receiving.address() as AddressInfo).port}/`
  http = openGuardedHttp({ allowedOrigins: [new URL(receiver).origin] })
})
afterAll(async () => {
  await http?.close()
  receiving.close()
  await smtp?.close()
  await catalogue?.close()
  await partners?.close()
  await shop?.close()
})

/** A port that counts its calls, and does nothing once the process was killed. */
const counting = <Port extends object>(port: Port, { step }: Doomed, what: keyof typeof outside | null): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const called: unknown = Reflect.get(target, name)
      if (typeof called !== 'function') return called
      return (...given: unknown[]): unknown => {
        step()
        if (what !== null) outside[what] += 1
        return Reflect.apply(called, target, given)
      }
    },
  })

const workersIn = (process: Doomed) => {
  const { database } = process.client
  // Sends a job like the real queue: within the transaction.
  const send: SendJob = async (transaction, job, data) =>
    void (await transaction.execute(statement`insert into sent_jobs values (${job.name}, ${JSON.stringify(data)})`))
  const queueMail = mailQueue({ send, delivers: true })
  const log = counting({ info: () => {}, error: () => {} }, process, 'log')
  const parts = {
    database,
    clock: shop.clock,
    log,
    send,
    jobs: { send, countWaiting: async () => 0 },
    http: counting(http, process, null),
    transport: counting(openSmtp({ url: smtp.url, from: 'shop@shop.test' }), process, 'mail'),
    host: 'shop.test',
    payments: counting(shop.opened.payments, process, 'provider'),
    catalogue,
    partners,
    publicUrl: 'http://shop.test',
    accountsUrl: 'http://accounts.test',
    queueMail,
    queueSecurityMail: queueMail,
    tellApplication: applicationTeller({ send }),
  } satisfies WorkParts
  return workersOf(parts)
}

/** Runs a job in a process that is killed before this step. Returns the number of steps that it took. */
const runIn = async ({ name, data }: JobRow, diesBefore: number): Promise<{ steps: number; isKilled: boolean }> => {
  const process = openDoomed(shop.store.connectionString, diesBefore)
  try {
    const worker = workersIn(process).find(({ job }) => job.name === name)
    if (!worker) throw new Error(`no worker for ${name}`)
    // The queue repeats a run with the same id.
    await worker.work(data?.(shop) ?? {}, { id: 'run', signal: new AbortController().signal })
  } catch (error) {
    if (!process.isDead()) throw error
  } finally {
    await process.close()
  }
  return { steps: process.steps(), isKilled: process.isDead() }
}

/**
 * Kills the job before each of these steps in turn, then runs it to its end, and returns the result. NEVER stands for a run without a kill.
 */
const afterKills = async (row: JobRow, kills: readonly number[]) => {
  await arranged.restore()
  shop.clock.set(row.at)
  await row.give?.(shop, receiver)
  const given = await arranged.read()
  for (const what of Object.keys(outside) as (keyof typeof outside)[]) outside[what] = 0
  // A run that ends leaves no claim, so it starts when the claim of an earlier one has expired.
  if (kills.includes(NEVER)) shop.clock.set(row.again ?? row.at)
  for (const before of kills) expect(await runIn(row, before)).toMatchObject({ isKilled: before !== NEVER })
  shop.clock.set(row.again ?? row.at)
  const { steps } = await runIn(row, NEVER)
  return { given, contents: await arranged.read(), steps, did: row.outside ? outside[row.outside] : 0 }
}

test('every job has a row, and every row a job', () => {
  expect(JOB_ROWS.map(({ name }) => name).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted())
})

describe('killed before each of its steps, and run again', () => {
  test.each(JOB_ROWS.map((row) => [row.name, row] as const))(
    '%s',
    async (_, row) => {
      const [whole, again] = [await afterKills(row, []), await afterKills(row, [])]
      const left = new Set([...changingColumns(whole.contents, again.contents), ...(row.tries ?? [])])
      const expected = withoutColumns(whole.contents, left)
      // The row must give the job some work.
      if (row.outside) expect(whole.did).toBeGreaterThan(0)
      else expect(withoutColumns(whole.given, new Set())).not.toEqual(withoutColumns(whole.contents, new Set()))
      expect(whole.steps).toBeGreaterThan(0)
      // NEVER is a kill after the commit, before the queue has recorded the result: the queue runs the job again.
      for (const before of [...Array.from({ length: whole.steps }, (_unused, step) => step), NEVER]) {
        const { contents, did } = await afterKills(row, [before])
        expect({ before, contents: withoutColumns(contents, left) }).toEqual({ before, contents: expected })
        expect(did).toBeGreaterThanOrEqual(whole.did)
        expect(did).toBeLessThanOrEqual(2 * whole.did)
      }
    },
    60_000,
  )
})

test('a killed process does nothing more', async () => {
  const process = openDoomed(shop.store.connectionString, 1)
  const { pool } = process.client
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  for (let round = 0; round < 2; round += 1) await expect(pool.query('select 1')).rejects.toThrow(Killed)
  expect(() => process.step()).toThrow(Killed)
  expect(process.steps()).toBe(1)
  await process.close()
  shop.clock.set(NOON)
})
