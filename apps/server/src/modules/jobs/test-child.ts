// A process that runs jobs. If it gets the name of a step, it stops at that step of its first job, so that the test can kill it. With
// `shared` it runs all of its jobs, and records its process for each.
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
      await transaction.execute(`insert into test_notes (note, process) values ('${note}', ${process.pid})`)
      await stayAt('working', note)
    })
    await stayAt('committed', note)
    // Long enough for the other process to find the next job.
    if (step === 'shared') await new Promise((resolve) => setTimeout(resolve, 200))
  }),
])
if (step === 'shared') process.stdout.write('ready\n')
