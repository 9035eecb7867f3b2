import { Secret, TOTP } from 'otpauth'
import { BRAND } from '@marketplace/contracts/core/brand'

const PERIOD_SECONDS = 30
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** The codes of the previous and the next step are accepted too, because clocks differ and typing takes time. */
const WINDOW = 1

/** A secret for an authenticator app, in base32. */
export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address in the QR code. */
export const appAddress = (secret: string, email: string): string =>
  new TOTP({ issuer: BRAND.marketplace, label: email, secret }).toString()

/** The time step of a code; null if the code is wrong or not valid at this time. */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta
}
