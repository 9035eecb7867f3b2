import { Socket } from 'node:net'
import type pg from 'pg'

/** Closes a pooled connection if a query on it gets no byte of an answer for `ms`. The query fails. */
export const breakSilence = (pool: pg.Pool, ms: number): void => {
  pool.on('connect', ({ connection: { stream } }) => {
    if (stream instanceof Socket) stream.on('timeout', () => giveUp(stream, ms))
  })
  // A socket's timeout restarts with each byte in either direction, but not after it has fired. So it is set whenever the connection is
  // taken from the pool, and cleared when the connection is returned.
  pool.on('acquire', (client) => limit(client, ms))
  pool.on('release', (_, client) => limit(client, 0))
}

const limit = ({ connection: { stream } }: pg.PoolClient, ms: number): void => {
  if (stream instanceof Socket) stream.setTimeout(ms)
}

const giveUp = (socket: Socket, ms: number): void => {
  const { bytesRead } = socket
  // If this process was busy during that time, the answer may have arrived but not been read yet.
  setImmediate(() => {
    // The connection may have been returned to the pool meanwhile.
    if (socket.timeout === 0) return
    if (socket.bytesRead !== bytesRead) socket.setTimeout(ms)
    else socket.destroy(Object.assign(new Error(`the database did not answer for ${ms} ms`), { code: 'ETIMEDOUT' }))
  })
}
