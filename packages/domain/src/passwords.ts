import { BRAND } from '@marketplace/contracts/core/brand'

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 200
/**
 * The longest text that is read as a password, in UTF-16 units. A character such as 😀 takes two units, and so does a letter with a
 * separate accent.
 */
export const MAX_TYPED_PASSWORD = 2 * MAX_PASSWORD

/** Why a new password is refused: docs/product/accounts.md, Your account. */
export type PasswordProblem = 'short' | 'long' | 'common' | 'personal'

export type PasswordContext = {
  email: string
  name: string
  /** Name of the account's organization, if it is known. */
  organization?: string
  /** Whether a password (in lower case) is on the list of common and leaked passwords. */
  isCommon: (password: string) => boolean
}

/** Shorter words are ignored, because good passwords may contain them by chance. */
const SHORTEST_WORD = 4
/** The number of characters that a password must have besides personal words. */
const LEAST_BESIDE = 5
const FEWEST_LETTERS = 4

const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Words that an attacker would try first, the longest first: e-mail, name, organization, and the names of the marketplace. */
const wordsOf = ({ email, name, organization = '' }: PasswordContext): string[] => {
  const texts = [email, name, organization, BRAND.marketplace, ...Object.values(BRAND.products)].map(foldPassword)
  const parts = texts.flatMap((text) => [letters(text), ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(parts)].filter((word) => word.length >= SHORTEST_WORD).toSorted((a, b) => b.length - a.length)
}

/**
 * A password in the form for comparisons: passwords that differ only in capitals, or in the way a keyboard encodes a letter, become equal.
 */
export const foldPassword = (password: string): string => password.normalize('NFKC').toLowerCase()

/** Why a new password is refused; null if it may be used. Length counts the characters of its NFKC form, which is what sign-in compares. */
export const passwordProblem = (password: string, context: PasswordContext): PasswordProblem | null => {
  const length = [...password.normalize('NFKC')].length
  if (length < MIN_PASSWORD) return 'short'
  if (length > MAX_PASSWORD || password.length > MAX_TYPED_PASSWORD) return 'long'
  const folded = foldPassword(password)
  if (context.isCommon(folded) || new Set(folded).size < FEWEST_LETTERS) return 'common'
  const plain = letters(folded)
  const rest = wordsOf(context).reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest.length < plain.length && rest.length < LEAST_BESIDE ? 'personal' : null
}

/** The problems as messages for the person who typed the password. */
export const PASSWORD_PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  short: `Use at least ${MIN_PASSWORD} characters`,
  long: `Use at most ${MAX_PASSWORD} characters`,
  common: 'Everybody knows this password. Take another one.',
  personal: `Do not use your name, your e-mail or the name of the ${BRAND.marketplace}. Take another one.`,
}
