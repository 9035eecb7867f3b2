import { mix, type Random, seeded } from './random.ts'

/** The search starts at this length. */
const SHORTEST = 2
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const mistype = (word: string, random: Random): string => {
  const place = random.int(1, word.length - 1)
  return word.slice(0, place) + random.pick([...LETTERS]) + word.slice(place + 1)
}

/** The texts in the search field while names are typed letter by letter. One name in four has a wrong letter. */
export const typedTexts = (names: readonly string[], seed: number): string[] => {
  const random = seeded(mix(seed, 7))
  const texts = names.flatMap((name) => {
    const typed = random.chance(0.25) ? mistype(name, random) : name
    return Array.from({ length: typed.length - SHORTEST + 1 }, (_, more) => typed.slice(0, SHORTEST + more).toLowerCase())
  })
  return [...new Set(texts.map((text) => text.trim()))]
}

/** The number of searches for each word. */
const SEARCHES_OF_A_WORD = 5

/** Complete searches: words of descriptions, alone and combined. Many applications match some of them. */
export const askedTexts = (words: readonly string[], seed: number): string[] => {
  const random = seeded(mix(seed, 8))
  const texts = words.flatMap((word) => [
    word,
    ...Array.from({ length: SEARCHES_OF_A_WORD - 1 }, () => [word, ...random.some(words, random.int(1, 2))].join(' ')),
  ])
  return [...new Set(texts)]
}

/** Long texts of mistyped words, which cost a search the most work. */
export const hostileTexts = (
  words: readonly string[],
  seed: number,
  { count, length }: { count: number; length: number },
): string[] => {
  const random = seeded(mix(seed, 9))
  return Array.from({ length: count }, () => {
    let text = ''
    while (text.length < length) text += `${mistype(random.pick(words), random)} `
    return text.slice(0, length)
  })
}
