import { createHash, randomBytes } from 'node:crypto'
import type { Region } from '@marketplace/contracts/core/roles'

/** 256 bits: impossible to guess. */
const SECRET_BYTES = 32

/** A secret for a client or browser. Only its hash is stored. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** Published OAuth clients read the organization's region from the start of an access token. */
export const newAccessToken = (region: Region): string => `${region}:${newSecret()}`

/** The hash that is stored of a secret. Secrets are random, so a fast hash without salt is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
