import { Registry } from '@prometheus-io/client'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { JOBS } from '../../work.ts'
import { declareJob, declareSchedule, workerOf } from './job.ts'
import { countJobs } from './metrics.ts'

const run = { id: 'run-1', signal: new AbortController().signal }

describe('a job', () => {
  const job = declareJob({ name: 'mail.send', data: z.object({ mailId: z.string() }), retries: 5, seconds: 90 })

  test('gives its use case what was sent, and which run it is', async () => {
    const got: unknown[] = []
    const { work } = workerOf(job, async (data, given) => void got.push(data, given))
    await work({ mailId: 'a', old: true }, run)
    expect(got).toEqual([{ mailId: 'a' }, run])
  })

  test.each([{}, { mailId: 7 }, null, 'a', []])('that was sent %j fails before its use case begins', async (data) => {
    let begun = false
    const { work } = workerOf(job, async () => {
      begun = true
    })
    await expect((async () => work(data, run))()).rejects.toThrow(z.ZodError)
    expect(begun).toBe(false)
  })

  test('fails as its use case fails, so that the queue repeats it', async () => {
    const { work } = workerOf(job, () => Promise.reject(new Error('no mail server')))
    await expect(work({ mailId: 'a' }, run)).rejects.toThrow('no mail server')
  })

  test('by the clock is given nothing, and is left to the next run unless it says otherwise', () => {
    const declared = declareSchedule('mail.send-due', 'every minute')
    expect(declared).toMatchObject({ name: 'mail.send-due', schedule: 'every minute', retries: 0, seconds: 300 })
    expect(declared.data.parse({ anything: 1 })).toEqual({})
    expect(declareSchedule('a.b', 'every night', { retries: 2, seconds: 9 })).toMatchObject({ retries: 2, seconds: 9 })
  })
})

describe('the jobs of modules', () => {
  test.each(JOBS)('$name: ends, and runs again where nothing else would', ({ name, retries, seconds, schedule }) => {
    expect(name).toMatch(/^[a-z]+\.[a-z]+(?:-[a-z]+)*$/)
    expect(seconds).toBeGreaterThanOrEqual(30)
    expect(seconds).toBeLessThanOrEqual(3_600)
    // Jobs that are sent once or run nightly must be retried, because the next run is missing or far off.
    if (schedule === undefined || schedule === 'every night') expect(retries).toBeGreaterThan(0)
    if (schedule === 'every minute') expect(seconds).toBeLessThanOrEqual(300)
  })

  test('have names of their own', () => {
    expect(new Set(JOBS.map(({ name }) => name)).size).toBe(JOBS.length)
  })
})

test('metrics count the jobs of each queue by their state, when they are asked for', async () => {
  const registry = new Registry()
  let ready = 1
  countJobs(registry, async () => [
    { name: 'mail.send', readyCount: ready, deferredCount: 2, activeCount: 3, failedCount: 4 },
    { name: 'other', readyCount: 0, deferredCount: 0, activeCount: 0, failedCount: 5 },
  ])
  const values = async () => {
    const text = String(await registry.metrics())
    return [...text.matchAll(/marketplace_jobs\{queue="([^"]+)",state="([^"]+)"\} (\d+)/g)].map(([, ...found]) => found.join(' '))
  }
  expect((await values()).toSorted()).toEqual(
    [
      'mail.send active 3',
      'mail.send deferred 2',
      'mail.send failed 4',
      'mail.send ready 1',
      'other active 0',
      'other deferred 0',
      'other failed 5',
      'other ready 0',
    ].toSorted(),
  )
  ready = 9
  expect(await values()).toContain('mail.send ready 9')
})
