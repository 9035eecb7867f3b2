/** A session ends when it was not used for this long. */
export const SESSION_IDLE_SECONDS = 14 * 86_400
/** How long ago the password may have been typed, for actions that ask for it again. */
export const REAUTHENTICATE_SECONDS = 15 * 60
/** The same for changes of second factors, for the password and for a second factor. */
export const FACTOR_CHANGE_SECONDS = 10 * 60
/** How often the last use of a session is recorded, at most. */
const TOUCH_SECONDS = 5 * 60

export const isStale = (instant: Date, seconds: number, now: Date): boolean => now.getTime() - instant.getTime() > seconds * 1_000
/** Whether a second factor was used in the session so lately that it may change second factors. */
export const hasProved = ({ secondFactorAt }: { secondFactorAt: Date | null }, now: Date): boolean =>
  secondFactorAt !== null && !isStale(secondFactorAt, FACTOR_CHANGE_SECONDS, now)
export const isToTouch = (lastUsedAt: Date, now: Date): boolean => isStale(lastUsedAt, TOUCH_SECONDS, now)
