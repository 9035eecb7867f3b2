// Whole numbers in as few bytes as they need: seven bits in each byte, the lowest first; the eighth bit is set if more bytes follow. Most
// numbers of an index are small, and with four bytes each they would take most of its memory.

/** The first number that cannot be packed. */
export const TOO_LARGE = 2 ** 28

/** The number of bytes that a number takes. */
export const sizeOf = (number: number): number => (number < 0x80 ? 1 : number < 0x4000 ? 2 : number < 0x20_0000 ? 3 : 4)

/** The number at a position; the next one begins sizeOf(number) bytes later. */
export const readNumber = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at] as number
  if (first < 0x80) return first
  const second = bytes[at + 1] as number
  if (second < 0x80) return (first & 0x7f) | (second << 7)
  const third = bytes[at + 2] as number
  const low = (first & 0x7f) | ((second & 0x7f) << 7)
  return third < 0x80 ? low | (third << 14) : low | ((third & 0x7f) << 14) | ((bytes[at + 3] as number) << 21)
}

/** Writes a number at a position and returns the position after it. */
export const writeNumber = (bytes: Uint8Array, at: number, number: number): number => {
  let place = at
  let rest = number
  while (rest >= 0x80) {
    bytes[place++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  bytes[place++] = rest
  return place
}
