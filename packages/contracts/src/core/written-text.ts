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

/** Length in code points: what a database counts too, and an emoji is not two. */
export const lengthOf = (text: string): number => [...text].length
