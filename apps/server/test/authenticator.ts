// A security key in software, for tests of passkeys: it creates keys, and signs the data that a browser would pass to it.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

/** Encodes the part of CBOR (RFC 8949) that an attestation needs. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const cbor = (value: string | number | Buffer | Map<string | number, unknown> | readonly unknown[]): Buffer => {
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, each]) => [cbor(name), cbor(each as never)])])
  return Buffer.concat([head(4, value.length), ...value.map((each) => cbor(each as never))])
}

/** Flags: user present, user verified, and a new key is attached. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

export type Options = { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } }
type Changes = { origin?: string; flags?: number; challenge?: string; statement?: Map<string, unknown>; format?: string }

/** A security key. With `counts` false its counter is always 0, as with passkeys that are copied between devices. */
export const openAuthenticator = (origin: string, { counts = true } = {}) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(24)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authData = (rpId: string, flags: number, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counts ? ++counter : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more])
  }

  return {
    id: text(id),
    /** The browser's answer after creating the passkey. */
    create: (options: Options, changes: Changes = {}): string => {
      userHandle = options.user?.id ?? ''
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
      const data = authData(options.rp?.id ?? '', changes.flags ?? PRESENT | VERIFIED | ATTESTED, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', changes.format ?? 'none'],
        ['attStmt', changes.statement ?? new Map()],
        ['authData', data],
      ])
      const client = clientData('webauthn.create', changes.challenge ?? options.challenge, changes.origin ?? origin)
      const response = { clientDataJSON: text(client), attestationObject: text(cbor(attestation)), transports: ['internal'] }
      return JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', response, clientExtensionResults: {} })
    },
    /** The browser's answer after using the passkey. */
    get: (options: Options, changes: Changes & { userHandle?: string } = {}): string => {
      const client = clientData('webauthn.get', changes.challenge ?? options.challenge, changes.origin ?? origin)
      const data = authData(options.rpId ?? '', changes.flags ?? PRESENT | VERIFIED)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: changes.userHandle ?? userHandle,
      }
      return JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', response, clientExtensionResults: {} })
    },
    /** Lowers the signature counter, as on an older copy of the key. */
    rewind: (by: number) => {
      counter -= by
    },
  }
}
export type Authenticator = ReturnType<typeof openAuthenticator>
