/** The most characters of a slug. */
export const SLUG_LIMIT = 100

/** A slug: lower-case letters and digits, words joined by single hyphens. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
