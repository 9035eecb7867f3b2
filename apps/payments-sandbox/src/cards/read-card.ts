import { behaviourOfNumber, NOT_A_TEST_CARD } from './behaviours.ts'

/** The values typed into the card field. */
export type EnteredCard = { number: string; expMonth: string; expYear: string; code: string }

export type ReadCard = {
  brand: string
  firstSix: string
  lastFour: string
  expMonth: number
  expYear: number
  behaviour: string
}
export type CardFault = { code: string; param: string; message: string; declineCode: string | null }

const brandOf = (number: string): string => {
  if (number.startsWith('4')) return 'visa'
  if (/^(?:5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

/** Whether the check digit of a card number is right (Luhn). */
const isWholeNumber = (number: string): boolean => {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index])
    const counted = index % 2 === 1 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/** A card is valid until the end of its month. */
export const isExpired = (card: { expMonth: number; expYear: number }, now: number): boolean =>
  now >= Date.UTC(card.expYear, card.expMonth, 1)

/** Checks the fields in the order in which they are typed. */
export const readCard = (entered: EnteredCard, now: number): ReadCard | CardFault => {
  const fault = (code: string, param: string, message: string): CardFault => ({ code, param, message, declineCode: null })
  const number = entered.number.replaceAll(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(number)) return fault('invalid_number', 'number', 'The card number is not a valid card number.')
  if (!isWholeNumber(number)) return fault('incorrect_number', 'number', 'Your card number is incorrect.')
  if (!/^(?:0?[1-9]|1[0-2])$/.test(entered.expMonth))
    return fault('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  const year = /^\d{2}$/.test(entered.expYear) ? `20${entered.expYear}` : entered.expYear
  const [expMonth, expYear] = [Number(entered.expMonth), Number(year)]
  if (!/^20\d{2}$/.test(year) || isExpired({ expMonth, expYear }, now))
    return fault('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  if (!/^\d{3,4}$/.test(entered.code)) return fault('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  const behaviour = behaviourOfNumber(number)
  if (behaviour === null) return { ...NOT_A_TEST_CARD, param: 'number' }
  return { brand: brandOf(number), firstSix: number.slice(0, 6), lastFour: number.slice(-4), expMonth, expYear, behaviour }
}
