import { Secret, TOTP } from 'otpauth'
import { BRAND } from '@marketplace/contracts/core/brand'

const PERIOD_SECONDS = 30
/** 160 bits, which RFC 4226 recommends. */
const SECRET_BYTES = 20
/** A code of the step before and after is right too: clocks differ, and typing takes time. */
const WINDOW = 1

/** A secret for an authenticator app, in base32. */
export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address that an app reads from the QR code. */
export const appAddress = (secret: string, email: string): string =>
  new TOTP({ issuer: BRAND.marketplace, label: email, secret }).toString()

/** The time step that a code belongs to; null if it is no code of this secret for now. */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta
}
