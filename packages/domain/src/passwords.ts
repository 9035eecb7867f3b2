import { BRAND } from '@marketplace/contracts/brand'

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 200

/** Why a password is refused. */
export type PasswordProblem = 'short' | 'long' | 'common' | 'personal'

export type PasswordContext = {
  email: string
  name: string
  /** Of the account's organization, if it is known. */
  organization?: string
  /** Whether a password, in lower case, is on the list of common and leaked ones. */
  isCommon: (password: string) => boolean
}

/** Shorter words stand in good passwords by chance. */
const SHORTEST_WORD = 4
/** What has to be left of a password without the words that a stranger would try first. */
const LEAST_BESIDE = 5
const FEWEST_LETTERS = 4

const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The words that a stranger would try first, the longest first: e-mail, name, organization and ours. */
const wordsOf = ({ email, name, organization = '' }: PasswordContext): string[] => {
  const texts = [email, name, organization, BRAND.marketplace, ...Object.values(BRAND.products)].map(foldPassword)
  const parts = texts.flatMap((text) => [letters(text), ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(parts)].filter((word) => word.length >= SHORTEST_WORD).toSorted((a, b) => b.length - a.length)
}

/** A password as it is compared with others: the same letters typed on two keyboards, or in capitals, are the same. */
export const foldPassword = (password: string): string => password.normalize('NFKC').toLowerCase()

/** What is wrong with a new password; null if it may be used. Its length is that of its NFKC form, in characters. */
export const passwordProblem = (password: string, context: PasswordContext): PasswordProblem | null => {
  const length = [...password.normalize('NFKC')].length
  if (length < MIN_PASSWORD) return 'short'
  if (length > MAX_PASSWORD || password.length > 2 * MAX_PASSWORD) return 'long'
  const folded = foldPassword(password)
  if (context.isCommon(folded) || new Set(folded).size < FEWEST_LETTERS) return 'common'
  const plain = letters(folded)
  const rest = wordsOf(context).reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest.length < plain.length && rest.length < LEAST_BESIDE ? 'personal' : null
}

/** What is wrong with a password, for whoever typed it. */
export const PASSWORD_PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  short: `Use at least ${MIN_PASSWORD} characters`,
  long: `Use at most ${MAX_PASSWORD} characters`,
  common: 'Everybody knows this password. Take another one.',
  personal: `Do not use your name, your e-mail or the name of the ${BRAND.marketplace}. Take another one.`,
}
