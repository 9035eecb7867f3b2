/** A number in decimal notation, as a text may hold it: neither empty, nor hexadecimal, nor with an exponent. */
export const NUMERIC_TEXT = /^\s*-?\d+(?:\.\d+)?\s*$/
