import { mix, type Random, seeded, zipf } from './random.ts'

const STARTS = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'qu',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w',
]
const MIDDLES = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io', 'ou']
const ENDS = ['', '', 'l', 'm', 'n', 'r', 's', 'nd', 'rt']

/** A word without a meaning. */
export const inventWord = (random: Random, syllables: number): string =>
  Array.from(
    { length: syllables },
    (_, place) => random.pick(STARTS) + random.pick(MIDDLES) + (place === syllables - 1 ? random.pick(ENDS) : ''),
  ).join('')

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const VOCABULARY = 4_000

/** A language of invented words. A few of them occur in every sentence, so that texts compress like real ones. */
export const inventLanguage = (seed: number) => {
  const random = seeded(mix(seed, 1))
  const words = new Set<string>()
  while (words.size < VOCABULARY) words.add(inventWord(random, words.size < 150 ? 1 : random.int(1, 3)))
  const vocabulary = [...words]
  const draw = zipf(VOCABULARY, 1)
  const word = (from: Random): string => vocabulary[draw(from)] as string

  const sentence = (from: Random): string => {
    const length = from.int(5, 18)
    const parts = Array.from(
      { length },
      (_, place) => word(from) + (place > 2 && place < length - 2 && from.chance(0.1) ? ',' : ''),
    )
    return `${capitalized(parts.join(' '))}.`
  }
  /** Whole sentences of about this many characters. */
  const sentences = (from: Random, length: number): string => {
    let text = sentence(from)
    while (text.length < length) text += ` ${sentence(from)}`
    return text
  }
  /** A few words without a full stop. */
  const phrase = (from: Random, count: number): string => capitalized(Array.from({ length: count }, () => word(from)).join(' '))

  /** Markdown like that of real application pages. */
  const markdown = (from: Random, length: number): string => {
    const blocks: string[] = []
    for (let written = 0; written < length;) {
      const block = nextBlock(from, blocks.length)
      blocks.push(block)
      written += block.length + 2
    }
    return blocks.join('\n\n')
  }
  const nextBlock = (from: Random, place: number): string => {
    if (place % 4 === 1) return `## ${phrase(from, from.int(2, 4))}`
    if (place % 4 === 3)
      return Array.from({ length: from.int(3, 6) }, () => `- **${phrase(from, 2)}**: ${sentence(from)}`).join('\n')
    const text = sentences(from, from.int(150, 450))
    return from.chance(0.2) ? `${text} [${phrase(from, 2)}](https://${word(from)}.example/${word(from)})` : text
  }
  return { word, sentence, sentences, phrase, markdown }
}
export type Language = ReturnType<typeof inventLanguage>
