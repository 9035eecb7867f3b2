/** 13 or more digits, with up to two blanks or marks between two digits. */
const DIGITS = /\d(?:[^\p{L}\p{N}]{0,2}\d){12,}/gu
const [SHORTEST, LONGEST] = [13, 19]

/** Whether the check digit of a card number is right (Luhn). */
const isChecked = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const counted = index % 2 === 1 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/**
 * Whether the text contains a card number: 13 to 19 digits with a valid check digit. They must begin and end where groups of digits do,
 * or be inside a group that is longer than a card number. Pass only what people enter: one of 350 random UUIDs contains such digits.
 */
export const hasCardNumber = (text: string): boolean => {
  for (const [found] of text.normalize('NFKC').matchAll(DIGITS)) {
    const groups = found.match(/\d+/g) ?? []
    const digits = groups.join('')
    const ends = new Set([0])
    let end = 0
    for (const group of groups) {
      if (group.length > LONGEST) for (let index = 0; index < group.length; index++) ends.add(end + index)
      ends.add((end += group.length))
    }
    for (const start of ends)
      for (let length = SHORTEST; length <= LONGEST; length++)
        if (ends.has(start + length) && isChecked(digits.slice(start, start + length))) return true
  }
  return false
}

/** Whether any name or value of parsed JSON contains a card number. */
export const holdsCardNumber = (value: unknown): boolean => {
  // A loop instead of recursion, because strangers decide how deep the value is.
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if ((typeof next === 'string' || typeof next === 'number') && hasCardNumber(String(next))) return true
    if (typeof next === 'object' && next !== null) for (const pair of Object.entries(next)) open.push(...pair)
  }
  return false
}
