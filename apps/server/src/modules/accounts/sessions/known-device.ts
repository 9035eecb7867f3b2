import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameSecret } from '../../../core/is-same-secret.ts'
import type { Queryable } from '../../../db/client.ts'
import { ensureFact } from '../../../db/facts.ts'

/** A browser, with proofs of the accounts that have signed in with it. The proofs give no access. */
export type Device = { id: string; proofs: readonly string[] }

/**
 * The cookie of a known browser (OWASP's "device cookie"). With it, strangers' wrong passwords do not slow down an account's owner in a
 * browser in which the owner has signed in before.
 */
export type KnownDevices = {
  read: (request: FastifyRequest) => Device | null
  /** Whether this account has signed in with this browser before. */
  knows: (device: Device, email: string) => boolean
  /** Records in the cookie that this account has signed in. */
  remember: (reply: FastifyReply, device: Device | null, email: string) => void
}

const KEY = 'sign-in device key'
/** The cookie lasts for half a year after the last sign-in. */
const LIVES_SECONDS = 180 * 86_400
/** The maximum number of accounts in one cookie. A household may share a browser. */
const MOST_ACCOUNTS = 5
const FORM = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/
const BYTES = 16

/** The key of the proofs. It is stored in the database, so that all processes use the same one. */
export const readDeviceKey = (database: Queryable): Promise<string> =>
  ensureFact(database, KEY, () => randomBytes(32).toString('base64url'))

export const knownDevices = (key: string, https: boolean): KnownDevices => {
  const name = https ? '__Host-marketplace_device' : 'marketplace_device'
  const proofOf = (id: string, email: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, email]))
      .digest()
      .subarray(0, BYTES)
      .toString('base64url')
  return {
    read: ({ cookies }) => {
      const value = cookies[name] ?? ''
      if (!FORM.test(value)) return null
      const [id = '', ...proofs] = value.split('.')
      return { id, proofs }
    },
    knows: ({ id, proofs }, email) => {
      const expected = proofOf(id, email)
      return proofs.some((proof) => isSameSecret(proof, expected))
    },
    remember: (reply, device, email) => {
      const id = device?.id ?? randomBytes(BYTES).toString('base64url')
      const proof = proofOf(id, email)
      const others = (device?.proofs ?? []).filter((each) => each !== proof)
      const value = [id, proof, ...others.slice(0, MOST_ACCOUNTS - 1)].join('.')
      // Only forms of this server need the cookie, so browsers must not send it in frames of other sites or after links from them.
      reply.setCookie(name, value, { path: '/', maxAge: LIVES_SECONDS, httpOnly: true, secure: true, sameSite: 'strict' })
    },
  }
}
