import pg from 'pg'

/** The channels of the database's triggers: the catalogue, experts with their comments and campaigns, and search synonyms. */
export type Channel = 'catalogue' | 'partners' | 'search'

export type Listener = { connected: () => boolean; close: () => void }

export type ListenOptions = {
  pool: pg.Pool
  channel: Channel
  onMessage: (payload: string) => void
  /** Listening works again after a lost connection. Announcements in between are lost. */
  onRecovered: () => void
  onLost: (error: Error) => void
}

const RECONNECT_MS = 500
const LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

/**
 * Listens on a channel, and reconnects when the connection breaks. Resolves once it listens. It has its own connection with the
 * pool's settings, because a pooled connection keeps the answer to its first query in memory, which may be a whole catalogue.
 */
export const listen = async ({ pool, channel, onMessage, onRecovered, onLost }: ListenOptions): Promise<Listener> => {
  let connection: pg.Client | undefined
  let closed = false

  const connect = async () => {
    // No further query is sent on this connection, so keep-alive has to detect that the server is gone.
    const own = new pg.Client({ ...pool.options, keepAlive: true, ...LIMITS })
    const end = () => own.end().catch(() => {})
    own.on('notification', ({ payload }) => onMessage(payload ?? ''))
    const lost = (error: Error) => {
      if (closed || connection !== own) return
      connection = undefined
      void end()
      onLost(error)
      reconnect()
    }
    own.on('error', lost)
    own.on('end', () => lost(new Error('the connection ended')))
    try {
      await own.connect()
      await own.query(`listen ${channel}`)
    } catch (error) {
      void end()
      throw error
    }
    if (closed) void end()
    else connection = own
  }

  const reconnect = () => {
    setTimeout(() => {
      if (!closed) connect().then(onRecovered, reconnect)
    }, RECONNECT_MS).unref()
  }

  await connect()
  return {
    connected: () => connection !== undefined,
    close: () => {
      closed = true
      void connection?.end().catch(() => {})
      connection = undefined
    },
  }
}
