import { addSeconds } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Region } from '@marketplace/contracts/core/roles'
import type { OrganizationId } from '../../../core/caller.ts'
import type { ChallengeForm } from '../../../db/schema.ts'
import { hashSecret, newAccessToken, newSecret } from './secrets.ts'
import type { NewToken } from './repository.ts'

/**
 * Lifetimes in seconds. Published clients expect this lifetime of access tokens; codes last minutes. A refresh token's lifetime
 * restarts with each use. `family` limits all tokens of one authorization, however often they are refreshed.
 */
export const LIFETIMES = { code: 300, access: 28_800, refresh: 30 * 86_400, ghost: 3_600, family: 90 * 86_400 } as const

/** What all tokens of one authorization have in common. */
export type TokenBasis = {
  familyId: string
  clientId: string
  accountId: string
  organizationId: OrganizationId
  actorId: string | null
  sessionHash: string | null
  scopes: string[]
  /** When the person authorized the client. */
  authorizedAt: Date
}

/** The time at which a token of this lifetime expires: not later than its family. */
export const expiryOf = ({ authorizedAt }: Pick<TokenBasis, 'authorizedAt'>, now: Date, lives: number): Date => {
  const [own, last] = [addSeconds(now, lives), addSeconds(authorizedAt, LIFETIMES.family)]
  return own < last ? own : last
}

export const newFamily = newId

/** A secret for the client, and its row for the database. */
export type Issued = { secret: string; row: NewToken }

export const newAccess = (basis: TokenBasis, region: Region, now: Date, lives: number = LIFETIMES.access): Issued => {
  const secret = newAccessToken(region)
  return {
    secret,
    row: { ...basis, kind: 'access', hash: hashSecret(secret), expiresAt: expiryOf(basis, now, lives), createdAt: now },
  }
}

export const newRefresh = (basis: TokenBasis, now: Date): Issued => {
  const secret = newSecret()
  return {
    secret,
    row: {
      ...basis,
      kind: 'refresh',
      hash: hashSecret(secret),
      expiresAt: expiryOf(basis, now, LIFETIMES.refresh),
      createdAt: now,
    },
  }
}

/** The values that the token request must repeat or prove knowledge of. */
export type CodeBinding = { redirectUri: string; challenge: string | null; challengeForm: ChallengeForm | null }

export const newCode = (basis: TokenBasis, binding: CodeBinding, now: Date): Issued => {
  const secret = newSecret()
  return {
    secret,
    row: {
      ...basis,
      ...binding,
      kind: 'code',
      hash: hashSecret(secret),
      expiresAt: addSeconds(now, LIFETIMES.code),
      createdAt: now,
    },
  }
}
