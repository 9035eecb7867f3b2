import type pg from 'pg'
import { type Channel, listen } from './listen.ts'

/** Something of the database that is kept in memory and current. A snapshot never changes; a change makes a new one. */
export type Live<S> = {
  /** The newest snapshot. */
  current: () => S
  /** Whether changes reach this process. */
  connected: () => boolean
  /** Called after each change with the new snapshot. */
  onChange: (listener: (snapshot: S) => void) => void
  close: () => Promise<void>
}

export type FollowLog = { warn: (details: object, message: string) => void }

export type FollowOptions<S> = {
  pool: pg.Pool
  channel: Channel
  /** What is followed, for the log: "the catalogue". */
  name: string
  log: FollowLog
  /** What is there before anything was read; its revision is 0. */
  empty: S
  readAll: (revision: number) => Promise<S>
  /** The snapshot with what was announced read again; the payloads are those of the channel, each once. */
  readChanges: (payloads: ReadonlySet<string>, before: S) => Promise<S>
}

/** What was announced and not yet read, or everything after announcements were missed. */
type Changes = { payloads: Set<string>; everything: boolean }

/** Changes that come within this time are taken together: an import makes hundreds of them. */
const GATHER_MS = 50
const RETRY_MS = 500

const nothing = (): Changes => ({ payloads: new Set(), everything: false })

/**
 * Keeps a snapshot current with what the database's triggers announce on a channel. Changes are read one batch after the other;
 * where reading failed, or after a lost connection, everything is read again, since announcements may have been missed.
 */
export const followChannel = async <S extends { revision: number }>(options: FollowOptions<S>): Promise<Live<S>> => {
  const { pool, channel, name, log, readAll, readChanges } = options
  const listeners: ((snapshot: S) => void)[] = []
  let snapshot = options.empty
  let pending = nothing()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let closed = false

  const apply = async () => {
    const { payloads, everything } = pending
    pending = nothing()
    try {
      snapshot = everything ? await readAll(snapshot.revision + 1) : await readChanges(payloads, snapshot)
      for (const listener of listeners) listener(snapshot)
    } catch (error) {
      if (closed) return
      log.warn({ err: error }, `${name} could not be read again; trying once more`)
      pending.everything = true
      schedule(RETRY_MS)
    }
  }

  const schedule = (delay = GATHER_MS) => {
    if (closed) return
    timer ??= setTimeout(() => {
      timer = undefined
      working = working.then(apply)
    }, delay)
  }

  // Listening begins before reading, so that nothing falls in between.
  const listener = await listen({
    pool,
    channel,
    onMessage: (payload) => {
      pending.payloads.add(payload)
      schedule()
    },
    onRecovered: () => {
      pending.everything = true
      schedule()
    },
    onLost: (error) => log.warn({ err: error }, `lost the connection that announces changes of ${name}`),
  })
  const close = async () => {
    closed = true
    clearTimeout(timer)
    await working
    listener.close()
  }

  const begun = readAll(1)
  // What is announced meanwhile is read after it.
  working = begun.then(
    (read) => void (snapshot = read),
    () => {},
  )
  try {
    await begun
    await working
  } catch (error) {
    await close()
    throw error
  }
  return { current: () => snapshot, connected: listener.connected, onChange: (hears) => void listeners.push(hears), close }
}
