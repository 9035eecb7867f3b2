import type { TestStore } from './harness.ts'
import { until, waitingForLocks } from './harness.ts'

/**
 * Makes a change in a transaction, sends the request before its commit, and commits once the request waits for a lock or has ended.
 * `waited` tells which of the two happened.
 */
export const meanwhile = async <T>(
  store: Pick<TestStore, 'client'>,
  [change, values = []]: readonly [change: string, values?: unknown[]],
  request: () => Promise<T>,
): Promise<{ answer: T; waited: boolean }> => {
  const other = await store.client.pool.connect()
  try {
    await other.query('begin')
    await other.query(change, values)
    let isOver = false
    const asking = request().finally(() => {
      isOver = true
    })
    await until(async () => isOver || (await waitingForLocks(store)) > 0)
    const waited = !isOver
    await other.query('commit')
    return { answer: await asking, waited }
  } finally {
    other.release()
  }
}
