import type pg from 'pg'
import { type Channel, listen } from './listen.ts'

/**
 * An in-memory snapshot of a part of the database that follows its changes. Snapshots are immutable: each change creates a new
 * one.
 */
export type Live<S> = {
  current: () => S
  /** Whether announcements of changes reach this process. */
  connected: () => boolean
  /** The listener gets the new snapshot after each change. */
  onChange: (listener: (snapshot: S) => void) => void
  close: () => Promise<void>
}

export type FollowLog = { warn: (details: object, message: string) => void }

export type FollowOptions<S> = {
  pool: pg.Pool
  channel: Channel
  /** The name for the log, such as "the catalogue". */
  name: string
  log: FollowLog
  /** The snapshot before the first read. Its revision is 0. */
  empty: S
  readAll: (revision: number) => Promise<S>
  /** Returns a snapshot after reading everything that was announced again. `payloads` are the channel's, without duplicates. */
  readChanges: (payloads: ReadonlySet<string>, before: S) => Promise<S>
}

/** Announcements that were not read yet. `everything`: some may have been missed, so read all. */
type PendingChanges = { payloads: Set<string>; everything: boolean }

/** Changes within this time (ms) are read together, because an import makes hundreds of them. */
const GATHER_MS = 50
const RETRY_MS = 500

const nothing = (): PendingChanges => ({ payloads: new Set(), everything: false })

/**
 * Keeps a snapshot current: triggers of the database announce changes on a channel, and changed data is read again. Batches of changes are
 * read one after the other. After a failed read or a lost connection everything is read again, because announcements may have been missed.
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
      log.warn({ err: error }, `${name} could not be read again; retrying`)
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

  // Listen before the first read, so that no change between the two is missed.
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
  // Changes that are announced during the first read are read after it.
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
