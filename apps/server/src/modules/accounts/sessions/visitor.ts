import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeBrowser } from '@marketplace/domain/browsers'
import { shortAddress } from '@marketplace/domain/network'
import type { Database } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { isAskedLocally } from '../../../http/peers.ts'
import { shareSessionLock } from '../../clients/index.ts'
import { foldEmail } from '../people/limits.ts'
import { findIdentity, holdAccount, type Identity, lockPassword } from '../people/repository.ts'
import type { SessionCookie } from './cookie.ts'
import type { Device, KnownDevices } from './known-device.ts'
import { isToTouch } from './limits.ts'
import { findSession, type SessionRecord, updateSession } from './repository.ts'
import type { Browser } from './sessions.ts'

/** The demo's public password. `signIns`: whether it works for requests from this machine. It never works for other requests. */
export type DemoPassword = { password: string; signIns: boolean }

/** The browser that sends a request, independent of the signed-in person. */
export type Visitor = {
  address: string
  /** The proof of earlier sign-ins with this browser; null without an earlier sign-in. */
  device: Device | null
  browser: Browser
  /** The demo's password if requests from this address must not sign in with it; otherwise null. */
  refusedPassword: string | null
}

export const readBrowser = (
  { devices, demo }: { devices: Pick<KnownDevices, 'read'>; demo: DemoPassword },
  request: FastifyRequest,
): Visitor => ({
  address: request.ip,
  device: devices.read(request),
  browser: { device: describeBrowser(request.headers['user-agent']), network: shortAddress(request.ip) },
  refusedPassword: demo.signIns && isAskedLocally(request) ? null : demo.password,
})

/** A person with an open session. */
export type SignedIn = { identity: Identity; sessionHash: string; authenticatedAt: Date; secondFactorAt: Date | null }

/** The person with this session; null if the session is not open. Counts as a use of it. */
export const whoIs = async ({ database }: { database: Database }, sessionHash: string, now: Date): Promise<SignedIn | null> => {
  const session = await findSession(database, sessionHash, now)
  const identity = session && (await findIdentity(database, session.accountId))
  if (!identity || !session) return null
  if (isToTouch(session.lastUsedAt, now)) await updateSession(database, sessionHash, { lastUsedAt: now })
  const { authenticatedAt, secondFactorAt } = session
  return { identity, sessionHash, authenticatedAt, secondFactorAt }
}

/**
 * Locks a signed-in person until the transaction ends: the session cannot end, and password, roles and second factors cannot change. Null if
 * the session has ended. Every form of the account calls this in the transaction that writes. The lock of the password is exclusive, because
 * two forms that end each other's sessions would otherwise wait for each other.
 */
export const holdSignedIn = async (
  transaction: Transaction,
  { identity, sessionHash }: SignedIn,
  now: Date,
): Promise<SessionRecord | null> => {
  await lockPassword(transaction, identity.id)
  await holdAccount(transaction, identity.id)
  await shareSessionLock(transaction, sessionHash)
  return findSession(transaction, sessionHash, now)
}

/** Signs the browser in to the session with this secret, and marks it as a known browser of the account. */
export const rememberSignIn = (
  { cookie, devices }: { cookie: SessionCookie; devices: KnownDevices },
  reply: FastifyReply,
  { secret, email, device }: { secret: string; email: string; device: Device | null },
): void => {
  cookie.set(reply, secret)
  devices.remember(reply, device, foldEmail(email))
}
