import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that the duration does not reveal how many characters of a secret were right. Lengths are not secret. */
export const isSameSecret = (given: string | Buffer, expected: string | Buffer): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
