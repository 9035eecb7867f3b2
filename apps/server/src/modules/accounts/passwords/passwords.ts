import { argon2, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { isSameSecret } from '../../../core/is-same-secret.ts'
import { createFairQueue } from './fair-queue.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16

/**
 * Node hashes passwords in the same four threads in which it compresses pages and reads files, so only one or two threads may hash. A hash
 * takes about 30 ms, so a task waits for some seconds at most.
 */
const hashing = createFairQueue({ atOnce: availableParallelism() < 4 ? 1 : 2, waiting: 64, waitingOfOne: 16 })
/** A full queue has room again after this time. */
export const QUEUE_LASTS_SECONDS = 3

type Cost = { memory: number; passes: number; parallelism: number }

const derive = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // The same letters typed on two keyboards are the same password.
    const message = Buffer.from(password.normalize('NFKC'))
    argon2('argon2id', { message, nonce: salt, tagLength: TAG_BYTES, ...cost }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    )
  })

/**
 * Hashes a password with argon2id. Returns the usual text form, with cost and salt. `source` is the network site of the request. Rejects
 * with QueueFull while too many passwords wait to be hashed.
 */
export const hashPassword = async (password: string, source = 'the server itself'): Promise<string> => {
  const salt = randomBytes(SALT_BYTES)
  const tag = await hashing.run(source, () => derive(password, salt, COST))
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(salt)}$${text(tag)}`
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Hashed in place of a missing password, so that the answer takes as long as for a real one. */
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Whether the password matches the stored hash. Pass null for an unknown account: same duration, always false. `source` is the network site
 * of the request. Rejects with QueueFull while too many passwords wait to be hashed.
 */
export const isPassword = async (password: string, kept: string | null, source: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = '', tag = ''] = FORM.exec(kept ?? NOBODY) ?? []
  if (tag === '') return false
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  const given = await hashing.run(source, () => derive(password, Buffer.from(salt, 'base64'), cost))
  return isSameSecret(given, expected) && kept !== null
}
