// Tests the events of applications in the database: their numbers, which processes send them, and which events wait.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, type TestStore, until, waitingForLocks } from '../../../../test/harness.ts'
import { createOrganization, type Organization } from '../../../../test/people.ts'
import { statementsOf } from '../../../../test/statements.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { type ApplicationEvent, applicationTeller } from './queue-event.ts'
import { claimEvent, deleteOldEvents, findTarget, lockFailures, postponeDueEvents, recordDelivery } from './repository.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)

let store: TestStore
let acme: Organization
const ids = new Map<string, string>()
beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('teller', {
      webhookUrl: 'https://app.test/events',
      authorization: { clientId: 'teller-client' },
      company: { name: 'Makers', email: 'dev@makers.test' },
    }),
    line('desk', { product: 'helpdesk', webhookUrl: 'https://desk.test/events' }),
    line('silent'),
  ])
  for (const { id, slug } of await rows<{ id: string; slug: string }>('select id, slug from applications')) ids.set(slug, id)
  acme = await createOrganization(store, 'acme', { licenses: [{ product: 'livechat' }] })
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of ['webhook_attempts', 'webhook_events', 'webhook_endpoints']) await rows(`delete from ${table}`)
})

const rows = async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[]
const database = () => store.client.database
const write = <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(database(), work)
const idOf = (slug: string) => ids.get(slug) ?? ''
const eventOf = (slug: string): ApplicationEvent => ({
  applicationId: idOf(slug),
  organizationId: acme.id,
  accountId: acme.people.owner.accountId,
  event: 'payment_activated',
  payload: { paymentID: 'p', quantity: 3 },
})
const jobs: string[] = []
const tell = applicationTeller({ send: async (_, job, data) => void jobs.push(`${job.name} ${Object.values(data).join()}`) })
/** Adds `count` events for an application, each in its own transaction. Returns the ids in the order of their numbers. */
const events = async (slug = 'teller', count = 1, at = NOW) => {
  for (let told = 0; told < count; told++) await write((transaction) => tell(transaction, eventOf(slug), at))
  return (
    await rows<{ id: string }>('select id from webhook_events where application_id = $1 order by sequence', [idOf(slug)])
  ).map(({ id }) => id)
}
const find = async (id: string) =>
  (
    await rows<{ attempts: number; claimed_by: string | null; due_at: Date; delivered_at: Date | null; failed_at: Date | null }>(
      'select * from webhook_events where id = $1',
      [id],
    )
  )[0]

describe('an event', () => {
  test('says what happened, to whom and by whom, and has a job', async () => {
    jobs.length = 0
    const [id] = await events()
    const [row] = await rows<{ body: string; due_at: Date; sequence: string }>('select * from webhook_events')
    expect(JSON.parse(row?.body ?? '')).toEqual({
      applicationID: idOf('teller'),
      applicationName: expect.stringMatching(/teller/i),
      clientID: 'teller-client',
      date: NOW.toISOString(),
      event: 'payment_activated',
      licenseID: expect.any(Number),
      organizationID: acme.id,
      payload: { paymentID: 'p', quantity: 3 },
      userID: acme.people.owner.accountId,
    })
    expect([row?.due_at, Number(row?.sequence), jobs]).toEqual([later(120), 1, [`webhooks.send ${id}`]])
  })

  test('of a product that the organization has no licence of names none', async () => {
    await events('desk')
    const [row] = await rows<{ body: string }>('select body from webhook_events')
    expect(JSON.parse(row?.body ?? '')).toMatchObject({ licenseID: null })
  })

  test('of an application without an address is none', async () => {
    jobs.length = 0
    expect(await events('silent')).toEqual([])
    expect([await rows('select 1 from webhook_endpoints'), jobs]).toEqual([[], []])
  })

  test('of several in one transaction asks once who it goes to', async () => {
    const asked = await statementsOf(() =>
      write(async (transaction) => {
        for (let count = 0; count < 4; count++) await tell(transaction, eventOf('teller'), NOW)
      }),
    )
    expect(asked.filter((text) => /from "applications"/.test(text))).toHaveLength(1)
  })

  test('has the next number of its application, whoever tells at once, and leaves none out', async () => {
    await Promise.all(Array.from({ length: 8 }, () => write((transaction) => tell(transaction, eventOf('teller'), NOW))))
    await events('desk')
    const fails = write(async (transaction) => {
      await tell(transaction, eventOf('teller'), NOW)
      throw new Error('rolled back')
    })
    await expect(fails).rejects.toThrow('rolled back')
    await events('teller')
    const numbers = await rows<{ slug: string; numbers: number[] }>(
      `select a.slug, array_agg(e.sequence::int order by e.sequence) as numbers from webhook_events e join applications a on a.id = e.application_id
       group by a.slug order by a.slug`,
    )
    expect(numbers).toEqual([
      { slug: 'desk', numbers: [1] },
      { slug: 'teller', numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    ])
    // Each endpoint has one secret, which does not change.
    expect(await rows('select distinct secret from webhook_endpoints')).toHaveLength(2)
  })
})

describe('an event is claimed', () => {
  const claim = (id: string, run: string, at = NOW) =>
    claimEvent(database(), id, { run, now: at, until: new Date(at.getTime() + 60_000) })

  test('by one of many runs, and by another when its time is over', async () => {
    const [id = ''] = await events()
    const claims = await Promise.all(['r1', 'r2', 'r3', 'r4'].map((run) => claim(id, run)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await claim(id, 'r9', later(59))).toBeNull()
    expect(await claim(id, 'r9', later(60))).toMatchObject({ attempts: 2 })
    expect(await claim(id, 'r9', later(61))).toMatchObject({ attempts: 3 })
  })

  test.each([{ deliveredAt: NOW }, { failedAt: NOW }])('by nobody once it is over: %j', async (result) => {
    const [id = ''] = await events()
    const event = await claim(id, 'r1')
    if (!event) throw new Error('not claimed')
    await write((transaction) =>
      recordDelivery(
        transaction,
        event,
        { at: NOW, status: 200, milliseconds: 5, answer: 'ok' },
        { event: result, endpoint: {} },
      ),
    )
    expect(await claim(id, 'r1', later(3_600))).toBeNull()
    expect(await find(id)).toMatchObject({ claimed_by: null })
  })

  test('and each attempt is in the log once, also if it is recorded twice', async () => {
    const [id = ''] = await events()
    for (const [run, status] of [
      ['r1', 500],
      ['r2', 204],
    ] as const) {
      const event = await claim(id, run, later(status))
      if (!event) throw new Error('not claimed')
      const attempt = { at: NOW, status, milliseconds: 5, answer: '' }
      for (let times = 0; times < 2; times++)
        await write((transaction) => recordDelivery(transaction, event, attempt, { event: { dueAt: NOW }, endpoint: {} }))
    }
    expect(await rows('select attempt, status from webhook_attempts order by attempt')).toEqual([
      { attempt: 1, status: 500 },
      { attempt: 2, status: 204 },
    ])
  })
})

describe('events that are due', () => {
  const due = (at: Date, limit = 10) =>
    write((transaction) => postponeDueEvents(transaction, { now: at, again: new Date(at.getTime() + 300_000), limit }))

  test('are taken the longest due first, and then not for five minutes', async () => {
    const all = await events('teller', 3)
    await rows(`update webhook_events set due_at = due_at - sequence * interval '1 second'`)
    expect(await due(later(100))).toEqual([])
    expect(await due(later(120), 2)).toEqual([all[2], all[1]])
    expect(await due(later(120))).toEqual([all[0]])
    expect(await due(later(419))).toEqual([])
    expect(await due(later(420))).toHaveLength(3)
  })

  test('that somebody holds are left to them', async () => {
    const [first = '', second = ''] = await events('teller', 2)
    await write(async (transaction) => {
      await transaction.execute(`select * from webhook_events where id = '${first}' for update`)
      expect(await due(later(120))).toEqual([second])
    })
  })
})

describe('the address of events', () => {
  test('is the application’s address of now, with whom to warn', async () => {
    await events()
    expect(await findTarget(database(), idOf('teller'))).toMatchObject({
      url: 'https://app.test/events',
      developerEmail: 'dev@makers.test',
      endpoint: { warnings: 0, disabledAt: null },
    })
    await rows('update applications set webhook_url = null where slug = $1', ['teller'])
    expect(await findTarget(database(), idOf('teller'))).toMatchObject({ url: null })
    await rows(`update applications set webhook_url = 'https://app.test/events' where slug = 'teller'`)
    expect(await findTarget(database(), idOf('silent'))).toBeNull()
  })

  test('has failed since the first of its failures, and of two that record one at once one waits', async () => {
    await events()
    await rows('update webhook_endpoints set failing_since = $1, warnings = 1', [NOW])
    const order: string[] = []
    let isHeld = false
    const first = write(async (transaction) => {
      expect(await lockFailures(transaction, idOf('teller'))).toEqual({ failingSince: NOW, warnings: 1, isDisabled: false })
      isHeld = true
      await until(async () => (await waitingForLocks(store)) > 0)
      order.push('first')
    })
    await until(() => isHeld)
    await Promise.all([
      first,
      write(async (transaction) => {
        await lockFailures(transaction, idOf('teller'))
        order.push('second')
      }),
    ])
    expect(order).toEqual(['first', 'second'])
    expect(await write((transaction) => lockFailures(transaction, 'nothing'))).toEqual({ warnings: 0, isDisabled: false })
  })
})

test('old events go with their log, and their application’s numbers go on', async () => {
  const [old = ''] = await events('teller', 1, later(-1))
  const event = await claimEvent(database(), old, { run: 'r', now: NOW, until: NOW })
  if (!event) throw new Error('not claimed')
  await write((transaction) =>
    recordDelivery(
      transaction,
      event,
      { at: NOW, status: 200, milliseconds: 1, answer: '' },
      { event: { deliveredAt: NOW }, endpoint: {} },
    ),
  )
  await events('teller', 1)
  await deleteOldEvents(database(), NOW)
  expect(await rows('select sequence::int from webhook_events')).toEqual([{ sequence: 2 }])
  expect(await rows('select 1 from webhook_attempts')).toEqual([])
  await events('teller', 1)
  expect(await rows('select sequence::int from webhook_events order by 1')).toEqual([{ sequence: 2 }, { sequence: 3 }])
})
