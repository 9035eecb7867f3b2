/** A session ends if it is not used for this time. */
export const SESSION_IDLE_SECONDS = 14 * 86_400
/** The maximum age of the last typed password, for actions that ask for it again. */
export const REAUTHENTICATE_SECONDS = 15 * 60
/** The maximum age of the last typed password and of the last use of a second factor, for changes of second factors. */
export const FACTOR_CHANGE_SECONDS = 10 * 60
/** The last use of a session is recorded at most once in this time. */
const TOUCH_SECONDS = 5 * 60

export const isStale = (instant: Date, seconds: number, now: Date): boolean => now.getTime() - instant.getTime() > seconds * 1_000
/** Whether a second factor was used in the session recently enough to change second factors. */
export const hasProved = ({ secondFactorAt }: { secondFactorAt: Date | null }, now: Date): boolean =>
  secondFactorAt !== null && !isStale(secondFactorAt, FACTOR_CHANGE_SECONDS, now)
export const isToTouch = (lastUsedAt: Date, now: Date): boolean => isStale(lastUsedAt, TOUCH_SECONDS, now)
