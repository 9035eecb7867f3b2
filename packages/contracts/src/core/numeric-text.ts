/** A decimal number as text. Unlike Number(), it refuses the empty text, hexadecimal and exponents. */
export const NUMERIC_TEXT = /^\s*-?\d+(?:\.\d+)?\s*$/
