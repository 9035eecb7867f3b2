import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { BRAND } from '@marketplace/contracts/core/brand'
import type { Transaction } from '../../../db/transaction.ts'
import { CHALLENGE_MINUTES, type Challenges } from './challenges.ts'
import { claimChallenge, findPasskey, findPasskeyOwner, type Passkey, touchPasskey } from './repository.ts'

/** Browsers offer a passkey only on the origin for which it was made. */
export type PasskeyDeps = { challenges: Challenges; accountsUrl: string }

/** Loaded by the first passkey, because it has 300 modules, and many marketplaces have no passkey for a long time. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]

const SIGN_IN = 'sign in'
export const stepPurpose = (stepHash: string): string => JSON.stringify(['second step', stepHash])
export const confirmPurpose = (accountId: string, sessionHash: string): string =>
  JSON.stringify(['confirm', accountId, sessionHash])
export const addPurpose = (accountId: string, sessionHash: string): string => JSON.stringify(['add', accountId, sessionHash])

const LONGEST = 16_000
const text = z.string().max(LONGEST)
const common = { id: z.string().min(1).max(1_400), rawId: z.string().max(1_400), type: z.literal('public-key') }
const assertionSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional() }),
})
const registrationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
})

const parse = <S extends z.ZodType>(schema: S, json: string): z.output<S> | null => {
  try {
    return schema.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

const hostOf = ({ accountsUrl }: PasskeyDeps): string => URL.parse(accountsUrl)?.hostname ?? ''

/** The request to a browser, as JSON, to sign in with one of the passkeys in `only`, or with any passkey of this site. */
export const askForPasskey = (
  deps: PasskeyDeps,
  now: Date,
  { purpose, only }: { purpose: string; only: readonly Passkey[] } = { purpose: SIGN_IN, only: [] },
): string =>
  JSON.stringify({
    challenge: Buffer.from(deps.challenges.make(purpose, now)).toString('base64url'),
    rpId: hostOf(deps),
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: 'required',
    allowCredentials: only.map(({ id, transports }) => ({ id, type: 'public-key', transports })),
  })

/** The request to a browser, as JSON, to make a passkey. */
export const askForNewPasskey = async (
  deps: PasskeyDeps,
  { id, name, email }: { id: string; name: string; email: string },
  { purpose, others }: { purpose: string; others: readonly Passkey[] },
  now: Date,
): Promise<string> => {
  const { generateRegistrationOptions } = await library()
  return JSON.stringify(
    await generateRegistrationOptions({
      rpName: BRAND.marketplace,
      rpID: hostOf(deps),
      userID: new Uint8Array(Buffer.from(id)),
      userName: email,
      userDisplayName: name,
      challenge: deps.challenges.make(purpose, now),
      timeout: CHALLENGE_MINUTES * 60_000,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: others.map(({ id: passkeyId, transports }) => ({ id: passkeyId, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  )
}

/** Uses up a challenge in the transaction. False if it is not valid for this purpose or was used before. */
const claim = async (transaction: Transaction, deps: PasskeyDeps, challenge: string, purpose: string, now: Date) => {
  const end = deps.challenges.endOf(challenge, purpose, now)
  return end !== null && (await claimChallenge(transaction, challenge, end))
}

/** Returns null if the library throws, which it does for wrong answers: these are ordinary here. */
const orNull = <T>(checked: Promise<T>): Promise<T | null> => checked.catch(() => null)

export type NewPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>

/** The passkey that a browser has made. Null if the browser's answer is wrong or belongs to another challenge. */
export const readNewPasskey = async (
  transaction: Transaction,
  deps: PasskeyDeps,
  { json, purpose }: { json: string; purpose: string },
  now: Date,
): Promise<NewPasskey | null> => {
  const response = parse(registrationSchema, json)
  if (!response || !(await isWithoutCertificates(response.response.attestationObject))) return null
  const { verifyRegistrationResponse } = await library()
  const verified = await orNull(
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: (challenge) => claim(transaction, deps, challenge, purpose, now),
      expectedOrigin: deps.accountsUrl,
      expectedRPID: hostOf(deps),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified?.verified) return null
  const { credential } = verified.registrationInfo
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  return { id: credential.id, publicKey, counter: credential.counter, transports: response.response.transports }
}

/**
 * Authenticators are not asked for the certificate of their manufacturer. An answer with a certificate is refused before the library reads
 * it, because the library would fetch the certificate's revocation list from an address that a stranger chose.
 */
const isWithoutCertificates = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/** The account of the passkey that an answer names; null if the passkey is unknown. Does not verify the answer. */
export const findClaimant = async (transaction: Transaction, json: string): Promise<string | null> => {
  const response = parse(assertionSchema, json)
  return response && findPasskeyOwner(transaction, response.id)
}

/**
 * Uses up the answer of a passkey. Null if the answer is wrong, belongs to another challenge, or comes from an unknown passkey. With
 * `accountId`, also null if the passkey belongs to another account.
 */
export const claimPasskey = async (
  transaction: Transaction,
  deps: PasskeyDeps,
  { json, purpose = SIGN_IN, accountId }: { json: string; purpose?: string; accountId?: string },
  now: Date,
): Promise<Passkey | null> => {
  const response = parse(assertionSchema, json)
  const passkey = response && (await findPasskey(transaction, response.id))
  if (!passkey || (accountId !== undefined && passkey.accountId !== accountId)) return null
  const { userHandle } = response.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.accountId) return null
  const { id, counter, transports } = passkey
  const { verifyAuthenticationResponse } = await library()
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => claim(transaction, deps, challenge, purpose, now),
      expectedOrigin: deps.accountsUrl,
      expectedRPID: hostOf(deps),
      credential: { id, counter, transports, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')) },
      requireUserVerification: true,
    }),
  )
  if (!verified?.verified) return null
  await touchPasskey(transaction, id, { counter: verified.authenticationInfo.newCounter, lastUsedAt: now })
  return passkey
}
