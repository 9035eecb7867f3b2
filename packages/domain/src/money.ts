// Exact division of money. With floating point, half a cent could become 0.49999… and be rounded the wrong way.

/** Throws a RangeError unless the value is an amount of money: a whole, non-negative number of cents (docs/product/catalogue.md, Prices). */
export const assertCents = (cents: number): void => {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is not an amount in whole cents`)
}

const assertDivision = (numerator: number, denominator: number): void => {
  if (!Number.isSafeInteger(numerator) || numerator < 0) throw new RangeError(`Cannot divide ${numerator} exactly`)
  if (!Number.isSafeInteger(denominator) || denominator < 1) throw new RangeError(`Cannot divide by ${denominator}`)
}

/**
 * numerator / denominator rounded down, exactly. Both are whole; throws a RangeError for a negative numerator, a denominator
 * below 1, or numbers too large to be exact.
 */
export const divideDown = (numerator: number, denominator: number): number => {
  assertDivision(numerator, denominator)
  return (numerator - (numerator % denominator)) / denominator
}

/** As divideDown, but rounded half up, which is the rule for money unless a price says otherwise: docs/product/catalogue.md, Prices. */
export const divideHalfUp = (numerator: number, denominator: number): number => {
  assertDivision(numerator, denominator)
  return divideDown(2 * numerator + denominator, 2 * denominator)
}
