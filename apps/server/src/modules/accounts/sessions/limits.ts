/** A session ends when its browser was not here for so long. */
export const SESSION_IDLE_SECONDS = 14 * 86_400
/** How long ago the password was typed at most, for what is worth asking again. */
export const REAUTHENTICATE_SECONDS = 15 * 60
/** The same for changing how somebody signs in. */
export const FACTOR_CHANGE_SECONDS = 10 * 60
/** When a session was last used is written down this often at most. */
const TOUCH_SECONDS = 5 * 60

export const isStale = (instant: Date, seconds: number, now: Date): boolean => now.getTime() - instant.getTime() > seconds * 1_000
export const isToTouch = (lastUsedAt: Date, now: Date): boolean => isStale(lastUsedAt, TOUCH_SECONDS, now)
