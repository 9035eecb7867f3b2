// Texts of people as they are kept and counted: docs/product/ratings.md, Reviews. Pure, so that a form counts as the server does.

/** Letters that no one sees, such as a zero-width space. */
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

/** A text as it is kept: composed letters, plain line breaks, nothing unseen at its ends, and otherwise as it was written. */
export const keptText = (text: string): string =>
  withoutUnseenEnds(text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '').normalize('NFC'))

/** A name, which stands in one line. */
export const keptName = (name: string): string => keptText(name).replaceAll(/\s+/g, ' ')

/** Characters that cannot be seen, that turn the text beside them around, or that no database keeps. */
const HIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Whether a text is one line of plain letters: names and addresses stand beside other texts, in mails and on invoices. */
export const isOneLine = (text: string): boolean => !HIDDEN.test(text)

/** Whether anything of a text can be seen. */
export const isSeen = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Length in code points: what a database counts too, and an emoji is not two. */
export const lengthOf = (text: string): number => [...text].length
