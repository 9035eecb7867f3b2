// A process that runs one job. The test that started it kills it in the middle of the job.
import { z } from 'zod'
import { openDatabase } from '../../db/client.ts'
import { declareJob, openJobs, workerOf } from './index.ts'

const [url = ''] = process.argv.slice(2)
const job = declareJob({ name: 'test.slow', data: z.object({ note: z.string() }), retries: 2, seconds: 60 })
const client = openDatabase(url, () => {})
const jobs = await openJobs({ client, declared: [job], log: { info: () => {}, error: () => {} } })
await jobs.start([
  workerOf(job, async ({ note }) => {
    process.stdout.write(`began ${note}\n`)
    await new Promise(() => {})
  }),
])
