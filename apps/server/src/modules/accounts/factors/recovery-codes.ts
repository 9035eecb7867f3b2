import { randomInt } from 'node:crypto'
import { hashSecret } from '../../clients/index.ts'

/** Crockford's base32, in which no two characters look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 4
const LETTERS_OF_GROUP = 6
const COUNT = 10

/** 120 random bits in each code: guessing is impossible, so a fast hash is enough to store it. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode)

const newCode = (): string => {
  const group = () => Array.from({ length: LETTERS_OF_GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** The hash of a recovery code. Case, spaces, hyphens and similar letters do not matter. Null if the length is wrong. */
export const hashOfRecoveryCode = (typed: string): string | null => {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return plain.length === GROUPS * LETTERS_OF_GROUP ? hashSecret(plain) : null
}
