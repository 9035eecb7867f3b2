import { Socket } from 'node:net'
import type pg from 'pg'

/** Closes a connection of the pool if a query on it gets no byte of an answer for `ms`. The query then fails. */
export const breakSilence = (pool: pg.Pool, ms: number): void => {
  pool.on('connect', ({ connection: { stream } }) => {
    if (stream instanceof Socket) stream.on('timeout', () => giveUp(stream, ms))
  })
  // A socket's own timeout begins anew with each byte in either direction, but never again once it has passed: it is set anew for
  // everybody who gets the connection, and only for as long.
  pool.on('acquire', (client) => limit(client, ms))
  pool.on('release', (_, client) => limit(client, 0))
}

const limit = ({ connection: { stream } }: pg.PoolClient, ms: number): void => {
  if (stream instanceof Socket) stream.setTimeout(ms)
}

const giveUp = (socket: Socket, ms: number): void => {
  const { bytesRead } = socket
  // If this process was busy for that long, the answer may have arrived and is only read now.
  setImmediate(() => {
    // The connection may have been given back to the pool by then.
    if (socket.timeout === 0) return
    if (socket.bytesRead !== bytesRead) socket.setTimeout(ms)
    else socket.destroy(Object.assign(new Error(`the database said nothing for ${ms} ms`), { code: 'ETIMEDOUT' }))
  })
}
