/** A rate limit: `burst` requests at once, and then one every `everySeconds`. */
export type Allowance = { burst: number; everySeconds: number }

/**
 * Seconds until the next request is allowed; 0 if it is allowed now. `busyUntil` and `now` are instants in ms. `busyUntil` is the whole state of a
 * limit: each request pushes it `everySeconds` further into the future. It is undefined before the first request.
 */
export const secondsToWait = (busyUntil: number | undefined, now: number, { burst, everySeconds }: Allowance): number =>
  Math.max(0, ((busyUntil ?? 0) - now) / 1_000 + everySeconds - burst * everySeconds)

/** The next `busyUntil` after one more request, or after a request that counts as several. */
export const addRequest = (busyUntil: number | undefined, now: number, { everySeconds }: Allowance, countsAs = 1): number =>
  Math.max(busyUntil ?? 0, now) + countsAs * everySeconds * 1_000

/** The new `busyUntil` if an earlier request is not to be counted. */
export const removeRequest = (busyUntil: number | undefined, { everySeconds }: Allowance): number =>
  (busyUntil ?? 0) - everySeconds * 1_000

/** After this many wrong passwords in a row, an account has to wait. Fewer cause no wait, because everybody mistypes sometimes. */
export const FREE_FAILURES = 5
const LONGEST_DELAY = 15 * 60
/** After this time without a wrong password the count starts again. */
export const FAILURES_LAST_SECONDS = 3_600

/**
 * Seconds to wait after this many wrong passwords in a row: 1 after the fifth, twice as many after each further one, at most 15 minutes.
 * docs/decisions/0019 says why.
 */
export const delayAfterFailures = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(2 ** Math.min(failures - FREE_FAILURES, 30), LONGEST_DELAY)

/** A wait as text, rounded up: "8 seconds", "2 minutes". */
export const formatWait = (seconds: number): string => {
  const whole = Math.max(1, Math.ceil(seconds))
  const [count, unit] = whole < 60 ? [whole, 'second'] : [Math.ceil(whole / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
