const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** An instant in words, for people whose time zone is unknown: "20 November 2026 at 12:00 UTC". */
export const wordsOfInstant = (instant: Date): string => `${FORMAT.format(instant)} UTC`
