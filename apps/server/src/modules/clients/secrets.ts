import { createHash, randomBytes } from 'node:crypto'
import type { Region } from '@marketplace/contracts/roles'

/** Long enough that nobody guesses one: 256 bits. */
const SECRET_BYTES = 32

/** A secret that somebody else is to hold. Here only its hash is kept. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** An access token begins with the region of its organization (clients.md). */
export const newAccessToken = (region: Region): string => `${region}:${newSecret()}`

/** What is kept of a secret. It is random, so that a fast hash without salt is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
