import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenLoaded } from './when-loaded.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = () => {
  const queries = new QueryClient()
  const later = whenLoaded(queries)
  const done: string[] = []
  later(() => void done.push('ran'))
  const query = (name: string, ms: number) =>
    queries.fetchQuery({ queryKey: [name], queryFn: () => new Promise((resolve) => setTimeout(() => resolve(name), ms)) })
  return { later, done, query }
}

test('work waits for the first query, and for one that follows its answer', async () => {
  const { done, query } = begin()
  void query('first', 200).then(() => query('second', 300))
  await vi.advanceTimersByTimeAsync(550)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(60)
  expect(done).toEqual(['ran'])
})

test('work waits no longer than a second and a half, and not at all after that', async () => {
  const { later, done, query } = begin()
  void query('slow', 5000)
  await vi.advanceTimersByTimeAsync(1490)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(20)
  expect(done).toEqual(['ran'])
  later(() => void done.push('again'))
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual(['ran', 'again'])
})

test('a screen without a query does not delay it further', async () => {
  const { done } = begin()
  await vi.advanceTimersByTimeAsync(1510)
  expect(done).toEqual(['ran'])
})
