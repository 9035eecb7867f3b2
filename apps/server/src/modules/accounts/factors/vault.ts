import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts that only the server may read. A text opens only with the `about` with which it was sealed, such as its account. */
export type Vault = {
  seal: (text: string, about: string) => string
  /** Decrypts a text. Null if the text was changed, or was sealed with another key or another `about`. */
  open: (sealed: string, about: string) => string | null
}

const IV_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

/** Derives the keys from `secrets`. The first key seals new texts. All keys can open texts, so that a secret can be replaced. */
export const openVault = (secrets: readonly [string, ...string[]]): Vault => {
  const keyOf = (secret: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'marketplace', 'second factors', 32))
    return { key, id: createHash('sha256').update(key).digest('base64url').slice(0, 8) }
  }
  const [first, ...others] = secrets
  const current = keyOf(first)
  const keys = new Map([current, ...others.map(keyOf)].map(({ key, id }) => [id, key]))
  return {
    seal: (text, about) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, current.key, iv).setAAD(Buffer.from(about))
      const encrypted = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.id}.${encrypted.toString('base64url')}`
    },
    open: (sealed, about) => {
      const [id = '', text = ''] = sealed.split('.')
      const key = keys.get(id)
      const bytes = Buffer.from(text, 'base64url')
      if (!key || bytes.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
