import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestVisitors, START, type TestVisitors } from '../../../../test/visitors.ts'
import { deleteOld } from './delete-old.ts'

let visitors: TestVisitors
beforeAll(async () => {
  visitors = await openTestVisitors()
})
afterAll(() => visitors.close())

const count = async (table: string) => (await visitors.sql(`select from ${table}`)).length
const run = () => deleteOld({ database: visitors.store.client.database, clock: visitors.clock }, new AbortController().signal)
/** Sets the clock to `days` days and a second after the start. */
const after = (days: number) => visitors.clock.set(new Date(Date.parse(START) + days * 86_400_000 + 1_000).toISOString())

test('data of visitors is deleted when its time is over, and not before', async () => {
  const sender = { userEmail: 'visitor@example.test', name: 'Vera' }
  await visitors.post('/experts_marketplace/id-of-ada/message', { ...sender, message: 'Hello' })
  await visitors.post('/experts_marketplace/id-of-ada/comment', { ...sender, comment: 'Rejected.' })
  await visitors.post('/experts_marketplace/id-of-bea/comment', { ...sender, comment: 'Waits.' })
  await visitors.sql(`update expert_comments set rejected_at = $1 where comment = 'Rejected.'`, [START])
  for (const email of ['told@reader.test', 'waits@reader.test'])
    await visitors.post('/experts_prospects_marketplace/p-free/waiting-list', { email })
  await visitors.sql(`update prospect_waiting set told_at = $1 where email = 'told@reader.test'`, [START])
  await visitors.post('/experts/visits', { expert_id: 'id-of-ada', visited_at: START })
  await visitors.post('/experts_prospects_marketplace/visits', { prospect_id: 'p-free', visited_at: START })

  const tables = ['expert_inquiries', 'mails', 'expert_comments', 'prospect_waiting', 'expert_visits', 'prospect_visits']
  const counts = async () => Promise.all(tables.map(count))
  const steps: [days: number, left: number[]][] = [
    [29, [1, 1, 2, 2, 1, 1]],
    [30, [1, 1, 2, 1, 1, 1]],
    [179, [1, 1, 2, 1, 1, 1]],
    [180, [0, 0, 1, 1, 1, 1]],
    [729, [0, 0, 1, 1, 1, 1]],
    [731, [0, 0, 1, 0, 0, 0]],
  ]
  for (const [days, left] of steps) {
    after(days)
    await run()
    expect([days, await counts()]).toEqual([days, left])
  }
})
