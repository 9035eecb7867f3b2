// Texts that people write, in the form in which they are stored and counted: docs/product/ratings.md, Reviews. The functions are pure, so
// that forms count in the same way as the server.

/** Invisible characters, such as a zero-width space. */
const UNSEEN = /[\s\p{Cf}\p{Cc}]/u
/** Control characters other than a line break and a tab. */
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** A loop, because a regular expression for the end takes quadratic time on a hostile text. */
const withoutUnseenEnds = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && UNSEEN.test(text.charAt(start))) start++
  while (end > start && UNSEEN.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** A text in the form in which it is stored: Unicode NFC, plain line breaks, and nothing invisible at its ends. */
export const keptText = (text: string): string =>
  withoutUnseenEnds(text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '').normalize('NFC'))

/** A name in the form in which it is stored: one line. */
export const keptName = (name: string): string => keptText(name).replaceAll(/\s+/g, ' ')

/** Characters that are invisible, that change the direction of text beside them, or that databases cannot store. */
const HIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Whether a text is one line without such characters. Required for names and addresses, which appear beside other texts, in mails and on
 * invoices.
 */
export const isOneLine = (text: string): boolean => !HIDDEN.test(text)

/** Whether a text has a visible character. */
export const isSeen = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** The length in code points, as the database counts it: an emoji counts once. */
export const lengthOf = (text: string): number => [...text].length
