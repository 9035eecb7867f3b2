import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16

type Cost = { memory: number; passes: number; parallelism: number }

const derive = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // The same letters typed on two keyboards are the same password.
    const message = Buffer.from(password.normalize('NFKC'))
    argon2('argon2id', { message, nonce: salt, tagLength: TAG_BYTES, ...cost }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    )
  })

/** What is kept of a password: argon2id with its cost and salt, in the usual text form. */
export const hashPassword = async (password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> => {
  const tag = await derive(password, salt, COST)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(salt)}$${text(tag)}`
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Stands in where there is no account or it has no password, so that finding out takes as long as trying one. */
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether this is the password; null for an account that there is not takes as long, and it is never right. */
export const isPassword = async (password: string, kept: string | null): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = '', tag = ''] = FORM.exec(kept ?? NOBODY) ?? []
  if (tag === '') return false
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  const given = await derive(password, Buffer.from(salt, 'base64'), cost)
  return given.length === expected.length && timingSafeEqual(given, expected) && kept !== null
}
