import { AsyncLocalStorage } from 'node:async_hooks'

const openTransactions = new AsyncLocalStorage<true>()

/** Runs the work of a database transaction. Ports that reach the network throw while it runs. */
export const withoutNetwork = <T>(work: () => Promise<T>): Promise<T> => openTransactions.run(true, work)

/**
 * Throws inside a database transaction. Every port that reaches the network calls it first, because a slow answer would hold the
 * transaction's row locks, and a request that was sent cannot be rolled back. Error reports are excluded, because they are queued and no
 * code waits for them. `port` is the name of the port for the error.
 */
export const assertNetworkAllowed = (port: string): void => {
  if (openTransactions.getStore()) throw new Error(`${port} was called inside a database transaction: send a job instead`)
}
