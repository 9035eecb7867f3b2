import pg from 'pg'

/** What triggers announce: changes of the catalogue, of experts and what belongs to them, and of the words that a search treats alike. */
export type Channel = 'catalogue' | 'partners' | 'search'

export type Listener = { connected: () => boolean; close: () => void }

export type ListenOptions = {
  pool: pg.Pool
  channel: Channel
  onMessage: (payload: string) => void
  /** Listening goes on after a break: what was announced meanwhile is lost. */
  onRecovered: () => void
  onLost: (error: Error) => void
}

const RECONNECT_MS = 500
const LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

/**
 * Hears what the database announces on a channel, and keeps trying when the connection breaks. Resolves once it listens. The connection
 * is its own, with the pool's settings: one of the pool's would hold on to the answer to the first question it was ever asked, which
 * may be a whole catalogue.
 */
export const listen = async ({ pool, channel, onMessage, onRecovered, onLost }: ListenOptions): Promise<Listener> => {
  let connection: pg.Client | undefined
  let closed = false

  const connect = async () => {
    // Nothing is ever asked of it again: that the other side is gone has to be noticed all the same.
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
