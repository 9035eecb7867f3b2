import { z } from 'zod'

/** A whole number in an address. `Number()` would also accept `0x64`, `1e2`, `+5`, ` 5`, `5.0` and the empty text. */
const DIGITS = /^\d{1,16}$/

/**
 * A whole number in a query or a setting, in decimal digits only. A value of type number is accepted too, so that the marketplace's own
 * client can send one.
 */
export const queryNumber = (least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value),
    z.int({ error: 'Write a whole number in decimal digits' }).min(least).max(most),
  )
