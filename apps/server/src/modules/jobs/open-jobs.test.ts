import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Registry } from '@prometheus-io/client'
import { z } from 'zod'
import { openTestStore, type TestStore, until } from '../../../test/harness.ts'
import { inTransaction } from '../../db/transaction.ts'
import { declareJob, type Jobs, openJobs, type QueuedJob, type Worker, workerOf } from './index.ts'

const NOTE = declareJob({ name: 'test.note', data: z.object({ note: z.string() }), retries: 2, seconds: 60 })
const SLOW = declareJob({ name: 'test.slow', data: z.object({ note: z.string() }), retries: 2, seconds: 60 })

const CHILD = new URL('./test-child.ts', import.meta.url).pathname

let store: TestStore
let opened: Jobs[]
const logged: string[] = []
const log = { info: () => {}, error: (_: object, message: string) => void logged.push(message) }

beforeEach(async () => {
  store = await openTestStore()
  opened = []
  logged.length = 0
})
afterEach(async () => {
  for (const jobs of opened) await jobs.stop()
  await store.close()
})

const open = async (declared: readonly QueuedJob[] = [NOTE]): Promise<Jobs> => {
  const jobs = await openJobs({ client: store.client, declared, log })
  opened.push(jobs)
  return jobs
}
const send = (jobs: Jobs, note: string, job = NOTE) =>
  inTransaction(store.client.database, (transaction) => jobs.send(transaction, job, { note }))
/** A worker that records its notes in order. */
const keeper = (kept: string[], job = NOTE): Worker => workerOf(job, async ({ note }) => void kept.push(note))

describe('a job', () => {
  test('runs after the commit of the transaction that sent it', async () => {
    const jobs = await open()
    const kept: string[] = []
    await jobs.start([keeper(kept)])
    let commit = () => {}
    const held = new Promise<void>((resolve) => (commit = resolve))
    const sending = inTransaction(store.client.database, async (transaction) => {
      await jobs.send(transaction, NOTE, { note: 'a' })
      await held
    })
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(kept).toEqual([])
    commit()
    await sending
    await until(() => kept.length > 0)
    expect(kept).toEqual(['a'])
  })

  test('of a transaction that was rolled back never runs', async () => {
    const jobs = await open()
    const kept: string[] = []
    await jobs.start([keeper(kept)])
    const failing = inTransaction(store.client.database, async (transaction) => {
      await jobs.send(transaction, NOTE, { note: 'lost' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await send(jobs, 'kept')
    await until(() => kept.length > 0)
    expect(kept).toEqual(['kept'])
  })

  test('is sent before any process runs jobs, and is run by the first that does', async () => {
    await send(await open(), 'early')
    const kept: string[] = []
    await (await open()).start([keeper(kept)])
    await until(() => kept.length > 0)
    expect(kept).toEqual(['early'])
  })

  test('that is urgent runs before those that are not', async () => {
    const jobs = await open()
    for (let count = 0; count < 5; count++) await send(jobs, `${count}`)
    await inTransaction(store.client.database, (transaction) =>
      jobs.send(transaction, NOTE, { note: 'urgent' }, { urgent: true }),
    )
    const kept: string[] = []
    await jobs.start([keeper(kept)])
    await until(() => kept.length === 6)
    expect(kept[0]).toBe('urgent')
  })

  test('that fails is run again, with the same id', async () => {
    const jobs = await open()
    const ids: string[] = []
    await jobs.start([
      workerOf(NOTE, async (_, { id }) => {
        ids.push(id)
        if (ids.length < 2) throw new Error('not yet')
      }),
    ])
    await send(jobs, 'again')
    await until(() => ids.length === 2)
    expect(ids[0]).toBe(ids[1])
    expect(logged).toEqual(['a job failed'])
  })

  test('without a worker stops the start', async () => {
    const jobs = await open([NOTE, SLOW])
    await expect(jobs.start([keeper([])])).rejects.toThrow('jobs without a worker: test.slow')
  })

  test('is shared by two processes: each job runs once, and both run some', async () => {
    const { pool } = store.client
    await pool.query('create table test_notes (note text not null, process integer not null)')
    const shared = declareJob({ name: 'test.shared', data: z.object({ note: z.string() }), retries: 2, seconds: 60 })
    const jobs = await open([shared])
    const children = [1, 2].map(() => spawn(process.execPath, [CHILD, store.connectionString, 'shared']))
    try {
      const ready = children.map(async ({ stdout }) => void (await once(stdout, 'data')))
      await Promise.all(ready)
      const notes = Array.from({ length: 20 }, (_, index) => `job ${index}`)
      for (const note of notes) await send(jobs, note, shared)
      const done = async () => (await pool.query<{ note: string; process: number }>('select note, process from test_notes')).rows
      await until(async () => (await done()).length >= notes.length && (await jobs.countWaiting(shared)) === 0, 60_000)
      const rows = await done()
      expect(rows.map(({ note }) => note).toSorted()).toEqual(notes.toSorted())
      expect(new Set(rows.map((row) => row.process))).toEqual(new Set(children.map(({ pid }) => pid)))
    } finally {
      const gone = Promise.all(children.map((child) => once(child, 'exit')))
      for (const child of children) child.kill('SIGKILL')
      await gone
    }
  })

  test('of a process that is killed at any step is taken up by another within 30 s: done once, or twice if it was committed', async () => {
    const { pool } = store.client
    await pool.query('create table test_notes (note text not null, process integer)')
    const expected = { taken: 1, working: 1, committed: 2 }
    const steps = Object.keys(expected)
    const jobOf = (step: string) =>
      declareJob({ name: `test.${step}`, data: z.object({ note: z.string() }), retries: 2, seconds: 60 })
    const declared = steps.map(jobOf)
    const jobs = await open(declared)
    const children = steps.map((step) => spawn(process.execPath, [CHILD, store.connectionString, step]))
    try {
      const output: string[] = []
      for (const child of children) child.stdout.on('data', (text) => output.push(String(text)))
      for (const step of steps) await send(jobs, step, jobOf(step))
      await until(() => steps.every((step) => output.join('').includes(`${step} ${step}\n`)), 60_000)
      const gone = Promise.all(children.map((child) => once(child, 'exit')))
      for (const child of children) child.kill('SIGKILL')
      await gone
      const again: string[] = []
      await jobs.start(
        declared.map((job) =>
          workerOf(job, async ({ note }) => {
            await pool.query('insert into test_notes (note) values ($1)', [note])
            again.push(note)
          }),
        ),
      )
      await until(() => again.length === steps.length, 60_000)
      const { rows } = await pool.query<{ note: string; times: number }>(
        'select note, count(*)::int as times from test_notes group by note',
      )
      expect(Object.fromEntries(rows.map(({ note, times }) => [note, times]))).toEqual(expected)
    } finally {
      for (const child of children) child.kill('SIGKILL')
    }
  })

  test('runs right after the one before it, however many wait', async () => {
    const jobs = await open()
    const noted: string[] = []
    for (let count = 0; count < 120; count++) await send(jobs, `${count}`)
    expect(await jobs.countWaiting(NOTE)).toBe(120)
    await jobs.start([keeper(noted)])
    // With a poll between every two jobs this would take two minutes.
    await until(() => noted.length === 120, 45_000)
    expect(await jobs.countWaiting(NOTE)).toBe(0)
  }, 90_000)

  test('is counted in the metrics', async () => {
    const registry = new Registry()
    const jobs = await open()
    jobs.countIn(registry)
    await send(jobs, 'waiting')
    expect(await registry.metrics()).toContain('marketplace_jobs{queue="test.note",state="active"} 0')
  })
})
