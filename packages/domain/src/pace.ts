/** So many at once, and after them one in so many seconds. */
export type Allowance = { burst: number; everySeconds: number }

/**
 * How long the next one has to wait, in seconds; 0 if it may come now. `busyUntil` is the instant, in ms, at which all that came before would
 * have been spread out evenly; undefined if nothing came.
 */
export const secondsToWait = (busyUntil: number | undefined, now: number, { burst, everySeconds }: Allowance): number =>
  Math.max(0, ((busyUntil ?? 0) - now) / 1_000 + everySeconds - burst * everySeconds)

/** `busyUntil` after one more. */
export const addRequest = (busyUntil: number | undefined, now: number, { everySeconds }: Allowance): number =>
  Math.max(busyUntil ?? 0, now) + everySeconds * 1_000

/** `busyUntil` if one of them had not come. */
export const removeRequest = (busyUntil: number | undefined, { everySeconds }: Allowance): number =>
  (busyUntil ?? 0) - everySeconds * 1_000

/** Wrong passwords in a row that cost nothing: everybody mistypes. */
export const FREE_FAILURES = 5
const LONGEST_DELAY = 15 * 60
/** After an hour without a wrong password the count begins anew. */
export const FAILURES_LAST_SECONDS = 3_600

/** How many seconds have to pass after so many wrong passwords in a row: 1 after the fifth, twice as many after each further one. */
export const delayAfterFailures = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(2 ** Math.min(failures - FREE_FAILURES, 30), LONGEST_DELAY)

/** A wait in words: "8 seconds", "2 minutes". */
export const formatWait = (seconds: number): string => {
  const whole = Math.max(1, Math.ceil(seconds))
  const [count, unit] = whole < 60 ? [whole, 'second'] : [Math.ceil(whole / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
