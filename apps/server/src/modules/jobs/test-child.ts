// A process that runs one job up to a named step and then waits, so that the test that started it can kill it.
import { z } from 'zod'
import { openDatabase } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { declareJob, openJobs, workerOf } from './index.ts'

const [url = '', step = ''] = process.argv.slice(2)
const job = declareJob({ name: `test.${step}`, data: z.object({ note: z.string() }), retries: 2, seconds: 60 })
const client = openDatabase(url, () => {})
const jobs = await openJobs({ client, declared: [job], log: { info: () => {}, error: () => {} } })
const stayAt = async (reached: string, note: string): Promise<void> => {
  if (reached !== step) return
  process.stdout.write(`${step} ${note}\n`)
  await new Promise(() => {})
}
await jobs.start([
  workerOf(job, async ({ note }) => {
    await stayAt('taken', note)
    await inTransaction(client.database, async (transaction) => {
      await transaction.execute(`insert into test_notes (note) values ('${note}')`)
      await stayAt('working', note)
    })
    await stayAt('committed', note)
  }),
])
