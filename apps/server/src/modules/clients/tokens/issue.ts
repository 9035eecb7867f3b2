import { newId } from '../../../core/ids.ts'
import type { Region } from '@marketplace/contracts/roles'
import type { ChallengeForm } from '../../../db/schema.ts'
import { hashSecret, newAccessToken, newSecret } from '../secrets.ts'
import type { NewToken } from './repository.ts'

/**
 * Seconds. Access tokens live as long as published clients expect, codes for minutes. A refresh token lives on while it is used; `family` is
 * the end of everything that came out of one authorization, however often it was refreshed.
 */
export const LIVES = { code: 300, access: 28_800, refresh: 30 * 86_400, ghost: 3_600, family: 90 * 86_400 } as const

/** What every token of one authorization has in common. */
export type Basis = {
  familyId: string
  clientId: string
  accountId: string
  organizationId: string
  actorId: string | null
  sessionHash: string | null
  scopes: string[]
  /** When the person authorized the client. */
  authorizedAt: Date
}

export const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000)

/** When something ends that would live for so long by itself: with its family at the latest. */
export const endOf = ({ authorizedAt }: Pick<Basis, 'authorizedAt'>, now: Date, lives: number): Date => {
  const [own, last] = [after(now, lives), after(authorizedAt, LIVES.family)]
  return own < last ? own : last
}

export const newFamily = newId

/** A secret for the client, and the row that is kept of it. */
export type Issued = { secret: string; row: NewToken }

export const newAccess = (basis: Basis, region: Region, now: Date, lives: number = LIVES.access): Issued => {
  const secret = newAccessToken(region)
  return {
    secret,
    row: { ...basis, kind: 'access', hash: hashSecret(secret), expiresAt: endOf(basis, now, lives), createdAt: now },
  }
}

export const newRefresh = (basis: Basis, now: Date): Issued => {
  const secret = newSecret()
  return {
    secret,
    row: { ...basis, kind: 'refresh', hash: hashSecret(secret), expiresAt: endOf(basis, now, LIVES.refresh), createdAt: now },
  }
}

/** What the token request has to repeat, and to prove. */
export type CodeBinding = { redirectUri: string; challenge: string | null; challengeForm: ChallengeForm | null }

export const newCode = (basis: Basis, binding: CodeBinding, now: Date): Issued => {
  const secret = newSecret()
  return {
    secret,
    row: { ...basis, ...binding, kind: 'code', hash: hashSecret(secret), expiresAt: after(now, LIVES.code), createdAt: now },
  }
}
