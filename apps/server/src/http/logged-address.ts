import { hasCardNumber } from '@marketplace/domain/buying/card-numbers'

/** An id. It may contain as many digits as a card number by chance, and must stay readable in the log. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const SHORTEST_CARD = 13

const plain = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * An address in the form for the log. Queries contain codes, tokens and search texts, so only the presence of a query is logged. A card
 * number that a person has entered into a wrong field is left out too.
 */
export const loggedAddress = (url: string): string =>
  url
    .replace(/[?#].*$/s, '?…')
    .split('/')
    .map((part) => (part.length >= SHORTEST_CARD && !ID.test(part) && hasCardNumber(plain(part)) ? '…' : part))
    .join('/')
